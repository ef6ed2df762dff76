import { z } from 'zod';
import { ago } from '../../../support/time/moments';
import { eventually } from '../../../support/time/eventually';
import { ask, askEnded, idOf, linkOf, untilTasksListed } from '../../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';

const listSchema = z.looseObject({
	items: z.array(z.looseObject({ id: z.string(), status: z.string() })),
	nextPageToken: z.string().nullable(),
});
const overviewSchema = z.looseObject({
	failed: z.looseObject({ count: z.int(), items: z.array(z.looseObject({ id: z.string() })) }),
});

let platform: GatewayPlatform;

beforeAll(async () => {
	platform = await startPlatform({ clockFactor: 400 });
});

afterAll(() => platform.close());

async function failedTask(name: string): Promise<string> {
	const { id: agentId } = await platform.admin.createAgent({ name, website: platform.sandbox.siteUrl });
	await platform.admin.addFault('POST', `/agents/${agentId}/retrain`, { kind: 'status', status: 403 }, 2);
	const body = { version: 1, connection: 'main', agentId };
	const started = await ask(platform, { method: 'POST', path: '/v1/tasks/retrain-and-wait', key: name, body });
	await askEnded(platform, linkOf(started));
	return idOf(started);
}

async function retried(id: string, key: string): Promise<void> {
	const path = `/v1/tasks/${encodeURIComponent(id)}`;
	expect((await ask(platform, { method: 'POST', path: `${path}/actions/retry`, key })).status).toBe(202);
	await askEnded(platform, path);
}

const listed = async (query: string) => listSchema.parse((await ask(platform, { path: `/v1/tasks?${query}` })).body);
const statusesOf = async (id: string, query = '') =>
	(await listed(`limit=100&${query}`)).items.filter((task) => task.id === id).map(({ status }) => status);
const failed = async () => {
	const since = encodeURIComponent(ago(3_600_000).toISOString());
	return overviewSchema.parse((await ask(platform, { path: `/v1/overview?since=${since}` })).body).failed;
};

test('a task that was retried is listed once, as it is now', async () => {
	const id = await failedTask('once');
	const other = await failedTask('other');
	await eventually(
		async () => (await failed()).count,
		(seen) => seen === 2,
		'both failures',
	);
	expect(await statusesOf(id, 'needsAttention=true')).toEqual(['failed']);

	// It fails again: one failure, the newer one.
	await retried(id, 'first');
	await untilTasksListed(platform, [id]);
	expect(await statusesOf(id)).toEqual(['failed']);
	expect((await failed()).count).toBe(2);

	await retried(id, 'second');
	await eventually(
		async () => (await statusesOf(id))[0],
		(seen) => seen === 'completed',
		'its end',
	);
	expect(await statusesOf(id)).toEqual(['completed']);
	expect(await statusesOf(id, 'needsAttention=true')).toEqual([]);
	expect(await failed()).toMatchObject({ count: 1, items: [{ id: other }] });
});

test('a page of earlier runs alone does not look like the end of the list', async () => {
	// Older than all that were retried.
	const { items } = await listed('needsAttention=true&limit=1');
	expect(items).toHaveLength(1);
});
