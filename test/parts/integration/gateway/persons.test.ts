import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { runProgram } from '../../../../worker/cli/program';
import { personSearchSchema } from '../../../../worker/gateway/schemas';
import { ask, askEnded } from '../../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';

const EMAIL = 'ada.l@client.example';

let platform: GatewayPlatform;
let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-person-'));
	platform = await startPlatform();
	await platform.admin.captureLead('agent_support', { name: 'Ada', email: EMAIL });
});
afterAll(async () => {
	await platform.close();
	await rm(folder, { recursive: true });
});

const post = (mode: string, body: object, key?: string) =>
	ask(platform, { method: 'POST', path: `/v1/persons/${mode}`, body, ...(key === undefined ? {} : { key }) });

/** Runs the command line over this gateway. */
async function run(...args: string[]) {
	return runAnswering(undefined, ...args);
}

/** @param answer what the person types. Undefined: nobody is there */
async function runAnswering(answer: string | undefined, ...args: string[]) {
	const [results, notes] = [new Array<string>(), new Array<string>()];
	const code = await runProgram(['node', 'agent-knowledge', ...args], {
		result: (text) => results.push(text),
		note: (text) => notes.push(text),
		interactive: false,
		ask: answer === undefined ? undefined : (question) => (notes.push(question), Promise.resolve(answer)),
		screen: null,
		cwd: '/',
		env: { AGENT_KNOWLEDGE_GATEWAY_URL: platform.url, AGENT_KNOWLEDGE_GATEWAY_TOKEN: platform.token },
	});
	return { code, output: results.join('\n'), notes: notes.join('\n') };
}

describe("one person's data at the gateway", () => {
	it('is refused without a key, and with what is no address, naming the field', async () => {
		const cases: Array<[body: object, key: string | undefined, path: string]> = [
			[{ email: EMAIL }, undefined, 'Idempotency-Key'],
			[{}, 'k', 'email'],
			[{ email: 'nobody' }, 'k', 'email'],
			[{ email: 'ada<b@client.example' }, 'k', 'email'],
			[{ email: EMAIL, leads: [{ connection: 'main', agentId: 'agent_support', leadId: -1 }] }, 'k', 'leads.0.leadId'],
			[{ email: EMAIL, subject: 1 }, 'k', 'subject'],
		];
		for (const [body, key, path] of cases) {
			const { status, body: answer } = await post('find', body, key);
			const { issues } = z.looseObject({ issues: z.array(z.object({ path: z.string() })) }).parse(answer);
			expect([status, issues.map((issue) => issue.path.toLowerCase())]).toEqual([400, [path.toLowerCase()]]);
		}
		expect((await ask(platform, { path: '/v1/persons/person-find%2Fnone' })).status).toBe(404);
	});

	it('is found, with what could not be asked, and its address is in no log', async () => {
		const started = await post('find', { email: EMAIL.toUpperCase() }, 'one');
		expect(started.status).toBe(202);
		const { links } = personSearchSchema.parse(started.body);
		const view = personSearchSchema.parse((await askEnded(platform, links.self)).body);
		expect(view).toMatchObject({ status: 'completed', mode: 'find', error: null });
		const { places = [] } = view.report ?? {};
		expect(places).toContainEqual(expect.objectContaining({ kind: 'n8n', state: 'elsewhere' }));
		expect(places).toContainEqual(
			expect.objectContaining({ kind: 'service', where: 'main/agent_support', state: 'elsewhere', count: 1 }),
		);
		// A key without the scope, a wrong one, and a service that is not there.
		const failed = places.filter(({ state }) => state === 'failed').map(({ where }) => where);
		expect(failed.sort()).toEqual(['narrow', 'nowhere', 'restricted', 'wrong']);
		expect((await post('find', { email: EMAIL }, 'one')).body).toMatchObject({ id: view.id });
		expect((await post('find', { email: 'other@client.example' }, 'one')).status).toBe(409);
		expect(platform.logged().toLowerCase()).not.toContain(EMAIL);
	});

	it('is found and erased from the command line, which reads the address from a file', async () => {
		const file = join(folder, 'address');
		await writeFile(file, `${EMAIL}\n`);
		const found = await run('persons', 'find', '--email-file', file, '--json', '--key', 'one');
		expect(z.looseObject({ mode: z.string() }).parse(JSON.parse(found.output)).mode).toBe('find');
		expect(await run('persons', 'erase', '--email-file', file)).toMatchObject({
			code: 2,
			notes: expect.stringContaining('nobody can answer here') as string,
		});
		// A search takes as long as the service that is not there is tried.
		const [kept, erased] = await Promise.all(
			['no', 'yes'].map((answer) => runAnswering(answer, 'persons', 'erase', '--email-file', file)),
		);
		expect(kept).toMatchObject({ code: 0, output: '' });
		expect(kept?.notes).toMatch(/main\/agent_support[^]*Erase this person's data in \d+ places?[^]*Nothing was erased/);
		if (erased === undefined) throw new Error('The erasure is missing.');
		expect(erased.notes).toContain("Erase this person's data");
		expect(erased.code).toBe(1);
		expect(erased.output).toMatch(/elsewhere .* service .* main\/agent_support/);
		expect(erased.notes).toContain('needs an action by a person first');
		expect(await run('persons', 'find', '--email-file', file, '--lead', 'nonsense')).toMatchObject({ code: 2 });
		expect(await run('persons', 'find', '--email-file', join(folder, 'missing'))).toMatchObject({ code: 2 });
		expect(platform.logged().toLowerCase()).not.toContain(EMAIL);
	});
});
