import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { bundleWorkflows } from '../../worker/temporal/workflow-bundle';
import { addSourcesResultSchema } from '../../worker/tasks/schemas/add-sources';
import { nightlyRetrainResultSchema } from '../../worker/tasks/schemas/nightly-retrain';
import { apiQueue, INTERNAL_QUEUE } from '../../workflows/task-queues';
import { startTemporal, type TemporalServer } from '../integration/temporal/platform/start-temporal';
import { recordHistory } from '../replay/record-history';
import { ScriptedService } from './scripted-service';
import { ScriptedSources } from './scripted-sources';

const service = new ScriptedService();
let scripted: ScriptedSources;
let temporal: TemporalServer;
let client: Client;
let connections: { client: Connection; workers: NativeConnection };
let workers: Worker[];
let running: Array<Promise<void>>;

beforeAll(async () => {
	temporal = await startTemporal(['limit.historyCount.suggestContinueAsNew=120']);
	const { address, namespace } = temporal;
	connections = { client: await Connection.connect({ address }), workers: await NativeConnection.connect({ address }) };
	client = new Client({ connection: connections.client, namespace });
	const shared = { connection: connections.workers, namespace };
	const workflowBundle = await bundleWorkflows();
	const sources = {
		findSources: (find: Parameters<ScriptedSources['sources']['findSources']>[0]) => scripted.sources.findSources(find),
		addSource: (...args: Parameters<ScriptedSources['sources']['addSource']>) => scripted.sources.addSource(...args),
		watchSources: (watch: Parameters<ScriptedSources['sources']['watchSources']>[0]) =>
			scripted.sources.watchSources(watch),
	};
	const trainings = {
		readTraining: () => scripted.trainings.readTraining(),
		watchTraining: () => scripted.trainings.watchTraining(),
	};
	workers = await Promise.all([
		Worker.create({ ...shared, taskQueue: INTERNAL_QUEUE, workflowBundle, activities: { ...service.internal } }),
		Worker.create({ ...shared, taskQueue: apiQueue('c'), activities: { ...service.api } }),
		Worker.create({ ...shared, taskQueue: apiQueue('s'), activities: { ...sources, ...trainings } }),
	]);
	running = workers.map((worker) => worker.run());
});
afterAll(async () => {
	for (const worker of workers) worker.shutdown();
	await Promise.all(running);
	await Promise.all([connections.client.close(), connections.workers.close()]);
	await temporal.stop();
});
beforeEach(() => {
	scripted = new ScriptedSources();
});

const frozen = { keyVersion: 'k1', settleMs: 50 };

async function start(workflow: string, name: string, input: object) {
	return client.workflow.start(workflow, { workflowId: name, taskQueue: INTERNAL_QUEUE, args: [{ input, frozen }] });
}

/** What a task that did not complete had done until then. */
async function partial(handle: { result(): Promise<unknown> }): Promise<unknown> {
	const failure: unknown = await handle.result().then(
		() => null,
		(error: unknown) => error,
	);
	const cause: unknown = Reflect.get(Object(failure), 'cause');
	expect(cause).toMatchObject({ type: 'cancelled' });
	const details: unknown = Reflect.get(Object(cause), 'details');
	return Array.isArray(details) ? details[1] : null;
}

describe('the paths of nightly-retrain', () => {
	function nightly(name: string, more: object = {}) {
		const whole = { version: 1, connection: 'c', waitUntil: 'finished', ifActive: 'adopt', atOnce: 2 };
		return start('nightlyRetrain', `nightly-${name}`, { ...whole, agentTimeoutSeconds: 600, ...more });
	}

	it('reads all agents, page by page, and retrains each once', async () => {
		const result = nightlyRetrainResultSchema.parse(await (await nightly('all-agents')).result());
		expect(result.rows.map(({ agentId, status }) => [agentId, status])).toEqual([
			['one', 'completed'],
			['two', 'completed'],
			['three', 'completed'],
		]);
		await recordHistory(client, 'nightly-all-agents', 'nightly-retrain.v1.all-agents');
	});

	it('cancels the tasks of its agents, and says what was not started', async () => {
		const task = await nightly('cancelled', { agentIds: ['endless', 'one'], atOnce: 1 });
		while (!service.watched.has('endless')) await new Promise((resolve) => setTimeout(resolve, 20));
		await task.cancel();
		const { rows } = nightlyRetrainResultSchema.parse(await partial(task));
		expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'not_started']);
		await recordHistory(client, 'nightly-cancelled', 'nightly-retrain.v1.cancelled');
	});

	it('gives up an agent that takes too long, goes on, and tells by a digest', async () => {
		const task = await nightly('digest', { agentIds: ['endless', 'one'], agentTimeoutSeconds: 1 });
		const { counts } = nightlyRetrainResultSchema.parse(await task.result());
		expect(counts).toMatchObject({ completed: 1, timed_out: 1 });
		const event = client.workflow.getHandle(`event/nightly-digest/${task.firstExecutionRunId}/digest`);
		expect(await event.describe()).toMatchObject({ type: 'publishEvent' });
		await recordHistory(client, 'nightly-digest', 'nightly-retrain.v1.digest');
	});

	it('continues as new when its history is long, and retrains none twice', async () => {
		const agentIds = Array.from({ length: 40 }, (_, index) => `agent-${index}`);
		const task = await nightly('continued', { agentIds, atOnce: 4 });
		const { rows, counts } = nightlyRetrainResultSchema.parse(await task.result());
		expect(counts.completed).toBe(40);
		expect(rows.map(({ agentId }) => agentId)).toEqual(agentIds);
		const { runId } = await client.workflow.getHandle('nightly-continued').describe();
		expect(runId).not.toBe(task.firstExecutionRunId);
		await recordHistory(client, 'nightly-continued', 'nightly-retrain.v1.continued', task.firstExecutionRunId);
		await recordHistory(client, 'nightly-continued', 'nightly-retrain.v1.carried-on', runId);
	});
});

describe('the paths of add-sources', () => {
	function add(name: string, titles: readonly string[]) {
		const sources = titles.map((title) => ({ type: 'text', title, content: title }));
		const input = { version: 1, connection: 's', agentId: 'a', sources, ifPresent: 'skip' };
		return start('addSources', `add-${name}`, input);
	}

	it('says of each source what became of it, and sends none that may have come through', async () => {
		const titles = ['ok', 'present', 'refused', 'training', 'lost-after', 'lost-before', 'lost-twice', 'ok', 'last'];
		const { rows } = addSourcesResultSchema.parse(await (await add('every-outcome', titles)).result());
		expect(rows.map(({ status }) => status)).toEqual([
			'indexed',
			'present',
			'refused',
			'indexed',
			'indexed',
			'indexed',
			'needs_person',
			'duplicate',
			'indexed',
		]);
		const lost = ['lost-after', 'lost-before', 'lost-before', 'lost-twice', 'lost-twice'];
		expect(scripted.sent).toEqual(['ok', 'refused', 'training', 'training', ...lost, 'last']);
		await recordHistory(client, 'add-every-outcome', 'add-sources.v1.every-outcome');
	});

	it("stops at the plan's limit, and follows what was added", async () => {
		const result = addSourcesResultSchema.parse(await (await add('limit', ['ok', 'limit', 'never', 'more'])).result());
		expect(result.rows.map(({ status }) => status)).toEqual(['indexed', 'refused', 'not_started', 'not_started']);
		expect(result.stoppedBy).toMatchObject({ type: 'training_limit_exceeded' });
		expect(scripted.sent).toEqual(['ok', 'limit']);
		await recordHistory(client, 'add-limit', 'add-sources.v1.limit');
	});

	it('ends the source whose turn it is when it is cancelled', async () => {
		const task = await add('cancelled', ['slow', 'never']);
		while (!scripted.sent.includes('slow')) await new Promise((resolve) => setTimeout(resolve, 20));
		await task.cancel();
		const { rows } = addSourcesResultSchema.parse(await partial(task));
		expect(rows.map(({ status, sourceId }) => [status, sourceId])).toEqual([
			['processing', 100],
			['not_started', null],
		]);
		await recordHistory(client, 'add-cancelled', 'add-sources.v1.cancelled');
	});

	it('continues as new when its history is long, and sends none twice', async () => {
		const titles = Array.from({ length: 60 }, (_, index) => `text-${index}`);
		const task = await add('continued', titles);
		const { counts } = addSourcesResultSchema.parse(await task.result());
		expect(counts.indexed).toBe(60);
		expect(scripted.sent).toEqual(titles);
		const { runId } = await client.workflow.getHandle('add-continued').describe();
		expect(runId).not.toBe(task.firstExecutionRunId);
		await recordHistory(client, 'add-continued', 'add-sources.v1.continued', task.firstExecutionRunId);
		await recordHistory(client, 'add-continued', 'add-sources.v1.carried-on', runId);
	});
});
