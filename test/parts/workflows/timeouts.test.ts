import { eventually } from '../../support/time/eventually';
import { addSourcesResultSchema } from '../../../workflows/add-sources/contract';
import { nightlyRetrainResultSchema } from '../../../workflows/nightly-retrain/contract';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { recordHistory } from '../replay/record-history';
import { partial } from './partial-result';
import { ScriptedService } from './scripted-service';
import { ScriptedSources } from './scripted-sources';
import { useTimeSkipping } from './use-time-skipping';

/** Far more than a test takes until it waits for the end. */
const HOUR_SECONDS = 3_600;

let scripted = new ScriptedSources();
const time = useTimeSkipping(() => {
	const service = new ScriptedService();
	scripted = new ScriptedSources();
	// The skipped time has few looks.
	service.pauseMs = scripted.pauseMs = 60_000;
	return { internal: { ...service.internal }, api: { ...service.api, ...scripted.sources } };
});

function start(workflow: string, workflowId: string, more: object) {
	const input = { version: 1, connection: 'c', ...more };
	const args = [{ input, frozen: { keyVersion: 'k1', settleMs: 50 } }];
	return time.environment.client.workflow.start(workflow, { workflowId, taskQueue: INTERNAL_QUEUE, args });
}

it('nightly-retrain gives up an agent that takes too long, continues, and sends a digest', async () => {
	const agentIds = ['endless', 'one'];
	const paths = { waitUntil: 'finished', ifActive: 'adopt', atOnce: 2 };
	const more = { agentIds, agentTimeoutSeconds: HOUR_SECONDS, ...paths };
	const task = await start('nightlyRetrain', 'nightly-digest', more);
	const { counts } = nightlyRetrainResultSchema.parse(await task.result());
	expect(counts).toMatchObject({ completed: 1, timed_out: 1 });
	const { client } = time.environment;
	const event = client.workflow.getHandle(`event/nightly-digest~${task.firstExecutionRunId}~digest`);
	expect(await event.describe()).toMatchObject({ type: 'publishEvent' });
	await recordHistory(client, 'nightly-digest', 'nightly-retrain.v1.digest');
});

describe('add-sources', () => {
	function add(name: string, titles: readonly string[]) {
		const sources = titles.map((title) => ({ type: 'text', title, content: title }));
		const more = { agentId: 'a', sources, ifPresent: 'skip', timeoutSeconds: HOUR_SECONDS };
		return start('addSources', `add-${name}`, more);
	}

	it('says what may be there twice when it has no more time', async () => {
		const task = await add('doubled-timed-out', ['lost-twice', 'endless']);
		await eventually(() => scripted.sent.includes('endless'), Boolean, 'the last request');
		scripted.late = true;
		const { rows } = addSourcesResultSchema.parse(await partial(task, 'timed_out'));
		expect(rows.map(({ status, audit }) => [status, audit.duplicates, audit.audited])).toEqual([
			['needs_person', [99], true],
			['processing', [], true],
		]);
		const { client } = time.environment;
		await recordHistory(client, 'add-doubled-timed-out', 'add-sources.v1.doubled-timed-out');
	});

	it('stops waiting for a lost source to show at its timeout', async () => {
		const task = await add('settling', ['lost-away', 'never']);
		const { rows } = addSourcesResultSchema.parse(await partial(task, 'timed_out'));
		expect(rows.map(({ status, audit }) => [status, audit.postAttempts, audit.audited])).toEqual([
			['needs_person', 1, false],
			['not_started', 0, true],
		]);
	});
});
