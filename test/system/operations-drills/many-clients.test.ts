/* oxlint-disable test-time/no-clock -- How soon clients are covered is printed. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SCOPES } from '../../../api/scopes';
import { eventually, isThere } from '../../support/time/eventually';
import { scheduleViewSchema, taskPageSchema, taskViewSchema } from '../../../worker/gateway/schemas';
import { forEachConnectionResultSchema } from '../../../workflows/for-each-connection/contract';
import { ask, idOf, type Question } from '../../support/gateway/ask';
import { Site } from '../../support/site/start-site';

const CLIENTS = Number(process.env['CLIENTS'] ?? 200);
const agentId = 'agent_support';

/** Figures, for whoever runs it. */
const print = (text: string) => process.stdout.write(`${text}\n`);

let site: Site;
let folder: string;
let apiKey: string;

beforeAll(async () => {
	site = await Site.start();
	folder = join(site.folder, 'connections');
	await mkdir(folder);
	({ key: apiKey } = await site.admin.createKey({ name: 'clients', scopes: [...SCOPES] }));
	for (let number = 0; number < CLIENTS; number += 1) await add(`client-${number}`, { fleet: 'shops' });
	await site.change({ connectionsFolder: folder });
	await eventually(
		() => selected('fleet=shops'),
		(seen) => seen === CLIENTS,
		'all clients',
	);
}, 120_000);

afterAll(() => site.stop());

const add = (name: string, labels: Record<string, string>) =>
	writeFile(
		join(folder, `${name}.yaml`),
		JSON.stringify({ baseUrl: site.sandbox.apiUrl, apiKey, requestsPerMinute: 6_000, labels }),
	);

async function selected(selector: string): Promise<number> {
	const { text } = await ask(site, { path: `/v1/connections?${new URLSearchParams({ selector })}` });
	return (text.match(/"baseUrl"/g) ?? []).length;
}

const request = async (question: Question) => {
	const answer = await ask(site, question);
	expect({ path: question.path, status: answer.status, text: answer.text.slice(0, 500) }).toMatchObject({
		status: expect.toSatisfy((status: number) => status < 300) as number,
	});
	return answer;
};
const task = async (id: string) =>
	taskViewSchema.parse((await request({ path: `/v1/tasks/${encodeURIComponent(id)}` })).body);
const running = async (connection: string, type: string) => {
	const { body } = await request({ path: `/v1/tasks?${new URLSearchParams({ connection, type })}` });
	return taskPageSchema.parse(body).items[0] ?? null;
};
const ended = (id: string) =>
	eventually(
		() => task(id),
		(found) => found.status !== 'running',
		`${id} to end`,
		{ looks: 6_000 },
	);
const coveredIn = async (what: string, look: () => Promise<unknown>): Promise<number> => {
	const begun = Date.now();
	await eventually(look, (seen) => seen !== null, what);
	return (Date.now() - begun) / 1000;
};

test(`one schedule covers ${CLIENTS} clients, and one that is added while it runs`, { timeout: 900_000 }, async () => {
	const input = { selector: 'fleet=shops', type: 'lead-export', input: { agentIds: [agentId], format: 'csv' } };
	const path = '/v1/schedules/exports';
	await request({ method: 'PUT', path, body: { type: 'for-each-connection', input, cron: '0 3 1 1 *' } });
	const begun = Date.now();
	await request({ method: 'POST', path: `${path}/run-now`, key: 'first' });
	const id = await eventually(
		async () => {
			const { body } = await request({ path });
			return scheduleViewSchema.parse(body).running[0] ?? null;
		},
		isThere,
		'the run',
	);
	await add('client-new', { fleet: 'shops' });
	const seconds = await coveredIn('the new client in the run', async () => {
		const { progress } = await task(id);
		return progress?.itemsTotal === CLIENTS + 1 ? true : null;
	});
	const { result } = await ended(id);
	const { counts, rows } = forEachConnectionResultSchema.parse(result);
	print(`${rows.length} clients in ${((Date.now() - begun) / 1000).toFixed(1)} s; the new one after ${seconds} s`);
	expect(counts).toMatchObject({ completed: CLIENTS + 1, not_done: 0, refused: 0 });
	expect(new Set(rows.map(({ taskId }) => taskId)).size).toBe(CLIENTS + 1);
});

test('a sync covers a client within a minute, and leaves one that loses its label', { timeout: 900_000 }, async () => {
	await add('gold-1', { tier: 'gold' });
	await eventually(
		() => selected('tier=gold'),
		(seen) => seen === 1,
		'the first client',
	);
	const input = { selector: 'tier=gold', type: 'lead-sync', input: { agentId, destination: 'flow:gold.test.a' } };
	const id = idOf(await request({ method: 'POST', path: '/v1/tasks/for-each-connection', key: 'gold', body: input }));
	await eventually(() => running('gold-1', 'lead-sync'), isThere, 'its sync');
	await add('gold-2', { tier: 'gold' });
	const seconds = await coveredIn('the sync of the new client', () => running('gold-2', 'lead-sync'));
	print(`a new client has its sync after ${seconds} s`);

	// A file that is gone for a moment, as while it is replaced, stops nothing.
	await rm(join(folder, 'gold-2.yaml'));
	await eventually(
		() => selected('tier=gold'),
		(seen) => seen === 1,
		'the configuration without it',
	);
	await add('gold-2', { tier: 'gold' });
	await add('gold-1', { tier: 'silver' });
	const left = await eventually(
		() => running('gold-1', 'lead-sync'),
		(sync) => sync?.status === 'cancelled',
		'the sync that stopped',
	);
	expect(left?.connection).toBe('gold-1');
	await eventually(
		async () => (await task(id)).progress?.message.includes('1 are no longer selected') === true,
		Boolean,
		'its digest',
	);
	expect(await running('gold-2', 'lead-sync')).toMatchObject({ status: 'running' });

	// Selected again, its sync continues where it was.
	await add('gold-1', { tier: 'gold' });
	const again = await coveredIn('the sync that continues', async () =>
		(await running('gold-1', 'lead-sync'))?.status === 'running' ? true : null,
	);
	print(`a client that is back has its sync after ${again} s`);
	await request({ method: 'POST', path: `/v1/tasks/${encodeURIComponent(id)}/cancel` });
	for (const name of ['gold-1', 'gold-2'])
		await eventually(
			async () => (await running(name, 'lead-sync'))?.status,
			(seen) => seen === 'cancelled',
			`the end of ${name}`,
		);
});
