/**
 * Leads into a flow of a real n8n. AK_SYNCED_LEADS: how many leads, default 20. AK_SYNCED_KILLS: how often n8n and the
 * worker are killed meanwhile, in turns, default 1. AK_SYNCED_SEED: which executions fail. The nightly workflow sets 500
 * leads and 6 kills.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { activateFlow } from '../../../scripts/n8n/workflows.mjs';
import { eventually } from '../../support/time/eventually';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import { Execution } from '../../support/stack/execution';
import { listExecutions } from '../../support/stack/list-executions';
import { useRealN8n } from '../../support/stack/use-real-n8n';
import { seededRandom } from '../../support/seeded-random';
import { askGateway } from './ask-gateway';
import { CrmServer } from './crm-server';
import { publishLeadsFlow, SYNCED_AGENT } from './leads-flow';

const LEADS = Number(process.env['AK_SYNCED_LEADS'] ?? 20);
const KILLS = Number(process.env['AK_SYNCED_KILLS'] ?? 1);
const SEED = process.env['AK_SYNCED_SEED'] ?? 'synced leads';
/** Of the flow, before it gives a lead up. */
const ATTEMPTS = 3;
/** A failure may go uncounted while the flow is unpublished or n8n is killed: such a lead has one more attempt. */
const ALWAYS = Number.POSITIVE_INFINITY;
const SEEN_WITHIN_MS = 120_000 + LEADS * 5_000 + KILLS * 180_000;
const TEST_MS = 3 * SEEN_WITHIN_MS;

const taskSchema = z.object({
	id: z.string(),
	stage: z.string().nullable(),
	progress: z
		.looseObject({ message: z.string(), itemsDone: z.int().optional(), itemsFailed: z.int().optional() })
		.nullable(),
});
const refusedSchema = z.object({ items: z.array(z.object({ leadId: z.int(), reason: z.string() }).loose()) });

const running = useRealN8n();
let crm: CrmServer;
let admin: SandboxAdmin;
let flow: string;
const captured: number[] = [];

beforeAll(async () => {
	const { sandbox } = running().stack;
	crm = await CrmServer.start();
	admin = new SandboxAdmin(sandbox);
	await admin.createAgent({ id: SYNCED_AGENT, name: SYNCED_AGENT, website: sandbox.siteUrl });
});
afterAll(() => crm.stop());

async function capture(count: number): Promise<number[]> {
	const ids: number[] = [];
	for (let number = 1; number <= count; number += 1) {
		const name = `Person ${captured.length + ids.length + 1}`;
		ids.push((await admin.captureLead(SYNCED_AGENT, { name, email: `${randomUUID()}@person.example` })).id);
	}
	captured.push(...ids);
	return ids;
}

const ask = (method: string, path: string, body?: object) => askGateway(running().stack, method, path, body);

/** The sync that the flow opened. */
async function sync() {
	const { items } = z
		.object({ items: z.array(taskSchema) })
		.parse(await ask('GET', '/v1/tasks?type=lead-sync&fresh=true'));
	const [task] = items;
	if (task === undefined) throw new Error('The flow opened no sync.');
	return task;
}

const pathOf = async () => `/v1/tasks/${encodeURIComponent((await sync()).id)}`;
const refused = async () => refusedSchema.parse(await ask('GET', `${await pathOf()}/refused`)).items;
const until = (what: string, there: () => Promise<boolean> | boolean) =>
	eventually(there, Boolean, what, { everyMs: 1_000, looks: SEEN_WITHIN_MS / 1_000 });
const untilInCrm = (ids: readonly number[]) =>
	until(`${ids.length} leads in the CRM`, () => ids.every((id) => crm.contacts.includes(id)));

/** Comes back when the worker knows. */
async function unpublish(): Promise<void> {
	await running().n8n.client.request('POST', `/rest/workflows/${flow}/deactivate`);
	await until('The sync to be closed', async () => (await sync()).stage === 'unpublished');
}

test('a flow gets every lead: failed ones again, refused ones when a person retries them, and all after a pause', async () => {
	const { client } = running().n8n;
	const ids = await capture(LEADS);
	const [lasting = 0, twice = 0, once = 0] = ids.filter((_, index) => index % 5 === 2);
	crm.refusals.set(lasting, ATTEMPTS).set(twice, 2).set(once, 1);
	flow = await publishLeadsFlow(client, crm);
	await untilInCrm(ids.filter((id) => id !== lasting));
	await until('A refused lead', async () => (await refused()).length === 1);
	expect(await refused()).toMatchObject([
		{ leadId: lasting, reason: expect.stringMatching(/^CRM: .*The email is taken/s) as string },
	]);
	expect(crm.contacts.filter((id, index) => crm.contacts.indexOf(id) !== index)).toEqual([]);

	await ask('POST', `${await pathOf()}/actions/retry-refused`, {});
	await untilInCrm(ids);
	await until('No refused lead', async () => (await refused()).length === 0);

	await unpublish();
	expect((await sync()).progress?.message).toContain('The n8n flow "Leads into a CRM" is not published');
	const later = await capture(3);
	await activateFlow(client, flow);
	await untilInCrm(later);
	expect((await sync()).progress).toMatchObject({
		flow: 'Leads into a CRM',
		destination: expect.stringMatching(/^flow:/) as string,
	});
});

/** How often the execution of each lead fails before it succeeds: never, once, twice, or always. */
function failuresOf(ids: readonly number[]): Map<number, number> {
	const drawn = ids.map((id, index) => {
		const chance = seededRandom(SEED, `lead/${index}`);
		return [id, chance < 0.02 ? ALWAYS : chance < 0.1 ? 2 : chance < 0.25 ? 1 : 0] as const;
	});
	// However few leads there are, one is refused.
	return new Map(drawn).set(ids[Math.floor(ids.length / 2)] ?? 0, ALWAYS);
}

/** Ids of the leads whose execution has succeeded, by n8n's own records. */
async function succeededLeads(): Promise<Set<number>> {
	const { client } = running().n8n;
	const ids = new Set<number>();
	for (const { id, status } of await listExecutions(client, flow)) {
		if (status !== 'success') continue;
		for (const lead of (await Execution.read(client, id)).output('Leads')) ids.add(Number(lead['id']));
	}
	return ids;
}

test(
	'a flow gets every lead at least once, though it fails at random, is unpublished, and n8n and the worker are killed',
	async () => {
		const { n8n, stack } = running();
		await unpublish();
		const before = crm.contacts.length;
		const ids = await capture(LEADS);
		const failures = failuresOf(ids);
		const lasting = ids.filter((id) => failures.get(id) === ALWAYS);
		for (const [id, times] of failures) crm.refusals.set(id, times);
		await activateFlow(n8n.client, flow);
		const disturb = (kill: number) => async () => {
			const service = kill % 2 === 0 ? n8n.server : stack.worker;
			await service.kill();
			await service.start();
		};
		const kills = Array.from({ length: KILLS }, (_, kill) => ({ at: (kill + 0.5) / KILLS, run: disturb(kill) }));
		const pause = async () => {
			await unpublish();
			await activateFlow(n8n.client, flow);
		};
		const pauses = [0.35, 0.8].map((at) => ({ at, run: pause }));
		for (const { at, run } of [...kills, ...pauses].sort((one, other) => one.at - other.at)) {
			const wanted = Math.floor(at * (ids.length - lasting.length));
			await until(`${wanted} leads in the CRM`, () => new Set(crm.contacts.slice(before)).size >= wanted);
			await run();
		}

		await untilInCrm(ids.filter((id) => !lasting.includes(id)));
		await until(`${lasting.length} refused leads`, async () => (await refused()).length === lasting.length);
		const words = expect.stringMatching(/^CRM: .*The email is taken/s) as string;
		const byLead = (one: { leadId: number }, other: { leadId: number }) => one.leadId - other.leadId;
		expect((await refused()).sort(byLead)).toMatchObject(lasting.map((leadId) => ({ leadId, reason: words })));

		crm.refusals.clear();
		await ask('POST', `${await pathOf()}/actions/retry-refused`, {});
		await untilInCrm(ids);
		await until('All leads done', async () => (await sync()).progress?.itemsDone === captured.length);
		expect((await sync()).progress?.itemsFailed).toBe(0);
		const sent = crm.contacts.slice(before);
		expect([...new Set(sent)].sort((one, other) => one - other)).toEqual(ids);
		// The lead that an execution was working on when n8n was killed comes again, with the same ID.
		expect(sent.length - ids.length).toBeLessThanOrEqual(KILLS);
		const succeeded = await succeededLeads();
		expect(ids.filter((id) => !succeeded.has(id))).toEqual([]);
	},
	TEST_MS,
);
