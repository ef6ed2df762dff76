/**
 * Leads into a flow of a real n8n. AK_SYNCED_LEADS: how many leads, default 20. AK_SYNCED_KILLS: how often n8n and the
 * worker are killed meanwhile, in turns, default 1.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { activateFlow } from '../../scripts/n8n/workflows.mjs';
import { waitUntil } from '../../scripts/processes/wait-until.mjs';
import { SandboxAdmin } from '../support/sandbox-admin/sandbox-admin';
import { useRealN8n } from '../support/stack/use-real-n8n';
import { CrmServer } from './crm-server';
import { publishLeadsFlow, SYNCED_AGENT } from './leads-flow';

const LEADS = Number(process.env['AK_SYNCED_LEADS'] ?? 20);
const KILLS = Number(process.env['AK_SYNCED_KILLS'] ?? 1);
const SEEN_WITHIN_MS = 120_000 + LEADS * 5_000 + KILLS * 180_000;

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

async function ask(method: string, path: string, body?: object): Promise<unknown> {
	const { url, token } = running().stack.gateway;
	const answer = await fetch(url + path, {
		method,
		headers: {
			authorization: `Bearer ${token}`,
			'idempotency-key': randomUUID(),
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
	return answer.json();
}

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
	waitUntil(what, async () => ((await there()) ? true : null), { timeoutMs: SEEN_WITHIN_MS, everyMs: 1_000 });
const untilInCrm = (ids: readonly number[]) =>
	until(`${ids.length} leads in the CRM`, () => ids.every((id) => crm.contacts.includes(id)));

test('a flow gets every lead: failed ones again, refused ones when a person retries them, and all after a pause', async () => {
	const { client } = running().n8n;
	const ids = await capture(LEADS);
	const [lasting = 0, twice = 0, once = 0] = ids.filter((_, index) => index % 5 === 2);
	crm.refusals.set(lasting, 3).set(twice, 2).set(once, 1);
	const flow = await publishLeadsFlow(client, crm);
	await untilInCrm(ids.filter((id) => id !== lasting));
	await until('A refused lead', async () => (await refused()).length === 1);
	expect(await refused()).toMatchObject([
		{ leadId: lasting, reason: expect.stringMatching(/^CRM: .*The email is taken/s) as string },
	]);
	expect(crm.contacts.filter((id, index) => crm.contacts.indexOf(id) !== index)).toEqual([]);

	await ask('POST', `${await pathOf()}/actions/retry-refused`, {});
	await untilInCrm(ids);
	await until('No refused lead', async () => (await refused()).length === 0);

	await client.request('POST', `/rest/workflows/${flow}/deactivate`);
	await until('The sync to be closed', async () => (await sync()).stage === 'unpublished');
	expect((await sync()).progress?.message).toContain('The n8n flow "Leads into a CRM" is not published');
	const later = await capture(3);
	await activateFlow(client, flow);
	await untilInCrm(later);
	expect((await sync()).progress).toMatchObject({
		flow: 'Leads into a CRM',
		destination: expect.stringMatching(/^flow:/) as string,
	});
});

test('a flow gets every lead at least once though n8n and the worker are killed', async () => {
	const { n8n, stack } = running();
	const before = crm.contacts.length;
	const ids = await capture(LEADS);
	for (let kill = 0; kill < KILLS; kill += 1) {
		const wanted = Math.floor(((kill + 0.5) / KILLS) * ids.length);
		await until(`${wanted} leads in the CRM`, () => new Set(crm.contacts.slice(before)).size >= wanted);
		const service = kill % 2 === 0 ? n8n.server : stack.worker;
		await service.kill();
		await service.start();
	}
	await untilInCrm(ids);
	const sent = crm.contacts.slice(before);
	// The lead that an execution was working on when n8n was killed comes again.
	expect(sent.length - new Set(sent).size).toBeLessThanOrEqual(KILLS);
	await until('All leads done', async () => (await sync()).progress?.itemsDone === captured.length);
	expect((await sync()).progress?.itemsFailed).toBe(0);
});
