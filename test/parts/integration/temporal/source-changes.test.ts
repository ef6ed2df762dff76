import { now } from '../../../support/time/moments';
import { eventually } from '../../../support/time/eventually';
import { createClient } from '../../../../api';
import { retrainResultSchema } from '../../../../workflows/retrain/contract';
import { definitions } from '../../../../worker/tasks/definitions';
import { Platform } from '../../../support/temporal/start-platform';

let platform: Platform;
const api = () => createClient({ baseUrl: platform.sandbox.apiUrl, apiKey: platform.sandbox.seedKey });
const params = { id: 'agent_support' };

beforeAll(async () => {
	platform = await Platform.start();
});
afterAll(() => platform.stop());
afterEach(() => platform.admin.clearFaults());

async function addText(title: string, content: string): Promise<number> {
	const { id } = await api().call('addSource', { params, body: { type: 'text', title, content } });
	await eventually(
		() => api().call('getSource', { params: { ...params, sourceId: id } }),
		({ status }) => status === 'indexed',
		'a source is indexed by a job of its own',
	);
	return id;
}

/** Retrains. What `during` does happens while the run is active. */
async function changesOf(key: string, during: () => Promise<void>, input: object = {}) {
	await platform.admin.setSettings({ clockFactor: 0.01 });
	const { id } = await platform.retrain(key, { sourceChanges: 'list', ...input });
	await platform.untilRunShown(id);
	await during();
	await platform.admin.setSettings({ clockFactor: 60 });
	const { result } = await platform.ended(id);
	const { message } = definitions['retrain-and-wait'].judge(result) ?? { message: '' };
	return { changes: retrainResultSchema.parse(result).sourceChanges, message };
}

const listCalls = async (since: string) =>
	(await platform.admin.requests({ method: 'GET', path: '/agents/agent_support/sources', since })).length;

test('a retrain names the sources that went and that changed, for two calls', async () => {
	// The first run reads the agent's website, which changes that source.
	await platform.admin.setSettings({ clockFactor: 60 });
	await platform.ended((await platform.retrain('untouched', { sourceChanges: 'none' })).id);
	const gone = await addText('Opening hours', 'We open at nine.');
	const changed = await addText('Returns', 'Within 14 days.');
	const since = now().toISOString();
	const { changes, message } = await changesOf('changed', async () => {
		await api().call('deleteSource', { params: { ...params, sourceId: gone } });
		const body = { content: 'Within 30 days, without a reason.' };
		await api().call('updateSource', { params: { ...params, sourceId: changed }, body });
	});
	expect(changes?.sources).toEqual([
		{ change: 'gone', id: gone, type: 'text', name: 'Opening hours', reason: null },
		{ change: 'changed', id: changed, type: 'text', name: 'Returns', reason: null },
	]);
	expect(changes).toMatchObject({ since: 'start', unknown: null, counts: { new: 0, gone: 1, changed: 1, failed: 0 } });
	expect(message).toMatch(/Sources: .*1 gone, 1 changed/);
	expect(await listCalls(since)).toBe(2);
});

test('an adopted run says that its list is of the moment it was joined', async () => {
	let second: Awaited<ReturnType<typeof platform.retrain>> | undefined;
	await changesOf('first', async () => {
		second = await platform.retrain('second', { sourceChanges: 'counts' });
		await platform.untilRunShown(second.id);
	});
	const { result } = await platform.ended(second?.id ?? '');
	expect(result).toMatchObject({ adopted: true, sourceChanges: { since: 'joined', unknown: null, sources: [] } });
});

test('a list that the key may not read leaves the retrain as it is', async () => {
	await platform.admin.addFault('GET', '/agents/{id}/sources', { kind: 'status', status: 403 }, 1);
	const { changes, message } = await changesOf('forbidden', () => Promise.resolve());
	expect(changes).toMatchObject({ counts: null, unknown: { reason: 'not_allowed' } });
	expect(message).toContain('What changed in the sources is unknown.');
});

test('each row of a nightly retrain has its counts', async () => {
	const input = { version: 1, connection: 'sandbox', agentIds: ['agent_support'], sourceChanges: 'counts' };
	const more = { waitUntil: 'finished', ifActive: 'adopt', ifUncertain: 'repeat', atOnce: 1, agentTimeoutSeconds: 600 };
	const { id } = await platform.tasks.start({
		type: 'nightly-retrain',
		idempotencyKey: 'night',
		input: { ...input, ...more },
	});
	const counts = { new: 0, gone: 0, changed: 0, failed: 0 };
	expect((await platform.ended(id)).result).toMatchObject({ rows: [{ status: 'completed', sourceChanges: counts }] });
});
