import type { TrainingRun } from '../../../api';
import { judgeWatch, pollDelayMs } from '../../../worker/activities/retrain/follow-run';
import { notYet } from '../../../worker/temporal/not-yet';
import type { RetrainInput } from '../../../workflows/retrain/contract';
import type { TrainingActivities, TrainingSnapshot } from '../../../workflows/retrain/activities';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { recordHistory } from '../replay/record-history';
import { useTimeSkipping } from './use-time-skipping';

const HOUR_MS = 3_600_000;
const PAGES = 100;

const time = useTimeSkipping(() => ({ internal: {}, api: { ...hourLongRun() } }));

/** A service whose one run takes an hour of the server's time and gets on all the while. */
function hourLongRun(): TrainingActivities {
	let startedAt: number | null = null;
	const look = async (): Promise<TrainingSnapshot> => {
		const now = await time.environment.currentTimeMs();
		if (startedAt === null) return { training: false, canChat: false, run: null, at: new Date(now).toISOString() };
		const passed = (now - startedAt) / HOUR_MS;
		const run: TrainingRun = {
			id: 'run_1',
			phase: 'crawling',
			pagesCompleted: Math.min(PAGES, Math.floor(passed * PAGES)),
			pagesTotal: PAGES,
			pagesFailed: 0,
			startedAt: new Date(startedAt).toISOString(),
			error: null,
		};
		return { training: passed < 1, canChat: passed > 0.5, run, at: new Date(now).toISOString() };
	};
	return {
		readTraining: look,
		readAgentTimes: () => Promise.resolve({}),
		readSourceTimes: () => Promise.resolve({}),
		requestTraining: async () => {
			startedAt = await time.environment.currentTimeMs();
			return { outcome: 'accepted' };
		},
		watchTraining: async (watch) => {
			const snapshot = await look();
			const now = Date.parse(snapshot.at);
			const reason = judgeWatch(watch, snapshot, now);
			if (reason !== null) return { reason, snapshot };
			throw notYet('later', pollDelayMs(watch, snapshot, now, { pollMinMs: 5_000, pollMaxMs: 60_000 }));
		},
	};
}

describe('a run of one hour', () => {
	it('leaves under 100 events and at most 10 updates of the memo', async () => {
		const { client } = time.environment;
		const input: RetrainInput = {
			version: 1,
			connection: 'c',
			agentId: 'a',
			waitUntil: 'finished',
			ifActive: 'adopt',
			ifUncertain: 'repeat',
			sourceChanges: 'none',
			timeoutSeconds: 7_200,
		};
		const options = {
			workflowId: 'hour',
			taskQueue: INTERNAL_QUEUE,
			args: [{ input, frozen: { keyVersion: 'k1', settleMs: 60_000 } }],
		};
		const result: unknown = await client.workflow.execute('retrainAndWait', options);
		expect(result).toMatchObject({ outcome: 'finished', run: { id: 'run_1', pagesCompleted: PAGES } });

		await recordHistory(client, 'hour', 'retrain-and-wait.v1.hour');
		const { events } = await client.workflow.getHandle('hour').fetchHistory();
		// Those of a worker that stood still do not count.
		const late = (events ?? []).flatMap(({ eventId, workflowTaskTimedOutEventAttributes: timedOut }) =>
			timedOut ? [eventId, timedOut.scheduledEventId, timedOut.startedEventId] : [],
		);
		const memos = (events ?? []).filter((event) => event.workflowPropertiesModifiedEventAttributes);
		expect((events?.length ?? Infinity) - late.filter((id) => Number(id) > 0).length).toBeLessThan(100);
		expect(memos.length).toBeGreaterThan(3);
		expect(memos.length).toBeLessThanOrEqual(10);
	});
});
