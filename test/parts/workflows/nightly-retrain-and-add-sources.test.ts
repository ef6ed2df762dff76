import { eventually } from '../../support/time/eventually';
import { addSourcesResultSchema } from '../../../workflows/add-sources/contract';
import { nightlyRetrainResultSchema } from '../../../workflows/nightly-retrain/contract';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { recordHistory } from '../replay/record-history';
import { frozen } from './frozen';
import { partial } from './partial-result';
import { ScriptedService } from './scripted-service';
import { ScriptedSources } from './scripted-sources';
import { useWorkers } from './use-workers';

const service = new ScriptedService();
let scripted = new ScriptedSources();
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
const workers = useWorkers({
	continueAsNewAt: 120,
	internal: { ...service.internal },
	connections: { c: { ...service.api }, s: { ...sources, ...trainings } },
});
beforeEach(() => {
	scripted = new ScriptedSources();
});

async function start(workflow: string, name: string, input: object) {
	return workers.client.workflow.start(workflow, {
		workflowId: name,
		taskQueue: INTERNAL_QUEUE,
		args: [{ input, frozen }],
	});
}

/** Waits for a condition, but not for ever. */
async function until(isMet: () => boolean): Promise<void> {
	await eventually(isMet, Boolean, 'the condition of the test');
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
		await recordHistory(workers.client, 'nightly-all-agents', 'nightly-retrain.v1.all-agents');
	});

	it('cancels the tasks of its agents, and says what was not started', async () => {
		const task = await nightly('cancelled', { agentIds: ['endless', 'one'], atOnce: 1 });
		await until(() => service.watched.has('endless'));
		await task.cancel();
		const { rows } = nightlyRetrainResultSchema.parse(await partial(task));
		expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'not_started']);
		await recordHistory(workers.client, 'nightly-cancelled', 'nightly-retrain.v1.cancelled');
	});

	it('continues as new when its history is long, and retrains none twice', async () => {
		const agentIds = Array.from({ length: 40 }, (_, index) => `agent-${index}`);
		const task = await nightly('continued', { agentIds, atOnce: 4 });
		const { rows, counts } = nightlyRetrainResultSchema.parse(await task.result());
		expect(counts.completed).toBe(40);
		expect(rows.map(({ agentId }) => agentId)).toEqual(agentIds);
		const { runId } = await workers.client.workflow.getHandle('nightly-continued').describe();
		expect(runId).not.toBe(task.firstExecutionRunId);
		await recordHistory(workers.client, 'nightly-continued', 'nightly-retrain.v1.continued', task.firstExecutionRunId);
		await recordHistory(workers.client, 'nightly-continued', 'nightly-retrain.v1.carried-on', runId);
	});
});

describe('the paths of add-sources', () => {
	function add(name: string, titles: readonly string[], more: object = {}) {
		const sources = titles.map((title) => ({ type: 'text', title, content: title }));
		const input = { version: 1, connection: 's', agentId: 'a', sources, ifPresent: 'skip', ...more };
		return start('addSources', `add-${name}`, input);
	}

	it('reports the outcome of each source, and sends none again that may have arrived', async () => {
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
		await recordHistory(workers.client, 'add-every-outcome', 'add-sources.v1.every-outcome');
	});

	it('adopts a source that shows late instead of sending it again, and leaves two of them to a person', async () => {
		const titles = ['lost-late 401', 'lost-late 429', 'lost-late 409', 'lost-late twofold'];
		const { rows } = addSourcesResultSchema.parse(await (await add('late', titles)).result());
		expect(rows.map(({ status, sourceId }) => [status, sourceId])).toEqual([
			['indexed', 200],
			['indexed', 202],
			['indexed', 204],
			['needs_person', null],
		]);
		expect(rows[3]?.audit.duplicates).toEqual([206, 207]);
		expect(scripted.sent).toEqual(titles.flatMap((title) => [title, title]));
		await recordHistory(workers.client, 'add-late', 'add-sources.v1.shown-late');
	});

	it("adopts the source that has used up the plan, though the retry met the plan's limit", async () => {
		const task = await add('late-limit', ['lost-late limit']);
		const { rows, stoppedBy } = addSourcesResultSchema.parse(await task.result());
		expect(rows.map(({ status, sourceId }) => [status, sourceId])).toEqual([['indexed', 200]]);
		expect(stoppedBy).toBeNull();
	});

	it('leaves to a person what was lost before the service refused the rest', async () => {
		const task = await add('lost-forbidden', ['lost-forbidden', 'never']);
		const { rows } = addSourcesResultSchema.parse(await partial(task, 'unauthorized'));
		expect(rows.map(({ status, error }) => [status, error?.type])).toEqual([
			['needs_person', 'needs_person'],
			['not_started', undefined],
		]);
		expect(rows[0]?.error?.detail).toContain('No answer within 30 s.');
	});

	it("stops at the plan's limit, and follows what was added", async () => {
		const result = addSourcesResultSchema.parse(await (await add('limit', ['ok', 'limit', 'never', 'more'])).result());
		expect(result.rows.map(({ status }) => status)).toEqual(['indexed', 'refused', 'not_started', 'not_started']);
		expect(result.stoppedBy).toMatchObject({ type: 'training_limit_exceeded' });
		expect(result.rows.slice(1).map(({ error }) => error)).toEqual(result.rows.slice(1).map(() => result.stoppedBy));
		expect(scripted.sent).toEqual(['ok', 'limit']);
		await recordHistory(workers.client, 'add-limit', 'add-sources.v1.limit');
	});

	it('finishes the current source when it is cancelled', async () => {
		const task = await add('cancelled', ['slow', 'never']);
		await until(() => scripted.sent.includes('slow'));
		await task.cancel();
		scripted.answerSlow();
		const { rows } = addSourcesResultSchema.parse(await partial(task));
		expect(rows.map(({ status, sourceId }) => [status, sourceId])).toEqual([
			['processing', 100],
			['not_started', null],
		]);
		await recordHistory(workers.client, 'add-cancelled', 'add-sources.v1.cancelled');
	});

	it('says what may be there twice when it is cancelled', async () => {
		const task = await add('doubled-cancelled', ['lost-twice', 'endless']);
		await until(() => scripted.sent.includes('endless'));
		scripted.late = true;
		await task.cancel();
		const { rows } = addSourcesResultSchema.parse(await partial(task));
		expect(rows.map(({ status, audit }) => [status, audit.duplicates, audit.audited])).toEqual([
			['needs_person', [99], true],
			['processing', [], true],
		]);
		await recordHistory(workers.client, 'add-doubled-cancelled', 'add-sources.v1.doubled-cancelled');
	});

	it('reports that it could not look when the service is unavailable at the end', async () => {
		const task = await add('unaudited', ['lost-twice', 'slow', 'never']);
		await until(() => scripted.sent.includes('slow'));
		scripted.unreadable = true;
		await task.cancel();
		scripted.answerSlow();
		const { rows } = addSourcesResultSchema.parse(await partial(task));
		expect(rows.map(({ audit }) => audit.audited)).toEqual([false, true, true]);
	});

	it('continues as new while it reads the list of a large agent, and sends none that is there', async () => {
		scripted.pages = 60;
		const task = await add('large-agent', ['present', 'ok']);
		const { counts } = addSourcesResultSchema.parse(await task.result());
		expect(counts).toMatchObject({ present: 1, indexed: 1 });
		expect(scripted.sent).toEqual(['ok']);
		const { runId } = await workers.client.workflow.getHandle('add-large-agent').describe();
		expect(runId).not.toBe(task.firstExecutionRunId);
		await recordHistory(workers.client, 'add-large-agent', 'add-sources.v1.large-agent', task.firstExecutionRunId);
	});

	it('continues as new at a source that is refused again and again, and keeps its lost responses', async () => {
		const task = await add('sent-away', ['sent-away', 'lost-sent-away']);
		const { rows } = addSourcesResultSchema.parse(await task.result());
		expect(rows.map(({ status }) => status)).toEqual(['indexed', 'needs_person']);
		expect(scripted.sent.filter((title) => title === 'lost-sent-away')).toHaveLength(16);
		const handle = workers.client.workflow.getHandle('add-sent-away', task.firstExecutionRunId);
		expect((await handle.describe()).historyLength).toBeLessThan(150);
		await recordHistory(workers.client, 'add-sent-away', 'add-sources.v1.sent-away', task.firstExecutionRunId);
	});

	it('continues as new when its history is long, and sends none twice', async () => {
		const titles = Array.from({ length: 60 }, (_, index) => `text-${index}`);
		const task = await add('continued', titles);
		const { counts } = addSourcesResultSchema.parse(await task.result());
		expect(counts.indexed).toBe(60);
		expect(scripted.sent).toEqual(titles);
		const { runId } = await workers.client.workflow.getHandle('add-continued').describe();
		expect(runId).not.toBe(task.firstExecutionRunId);
		await recordHistory(workers.client, 'add-continued', 'add-sources.v1.continued', task.firstExecutionRunId);
		await recordHistory(workers.client, 'add-continued', 'add-sources.v1.carried-on', runId);
	});
});
