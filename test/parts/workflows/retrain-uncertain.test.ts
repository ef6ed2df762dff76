import { retrainResultSchema } from '../../../workflows/retrain/contract';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { recordHistory } from '../replay/record-history';
import { type Fate, ScriptedTraining, type TrainingOptions } from './scripted-training';
import { useTimeSkipping } from './use-time-skipping';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

type Given = Omit<TrainingOptions, 'now'>;

let service: ScriptedTraining;
const time = useTimeSkipping(() => ({
	internal: {},
	api: {
		readTraining: () => service.activities.readTraining('a'),
		readAgentTimes: () => service.activities.readAgentTimes('a'),
		readSourceTimes: () => service.activities.readSourceTimes('a'),
		requestTraining: () => service.activities.requestTraining('a'),
		watchTraining: (watch: Parameters<typeof service.activities.watchTraining>[0]) =>
			service.activities.watchTraining(watch),
	},
}));

/** @param input `ifUncertain: undefined` for a task of a version without the field */
async function retrain(given: Given, input: object = {}, settleMs = 60 * SECOND) {
	service = new ScriptedTraining({ ...given, now: () => time.environment.currentTimeMs() });
	const whole = { version: 1, connection: 'c', agentId: 'a', waitUntil: 'finished', ifActive: 'adopt' };
	return time.environment.client.workflow.start('retrainAndWait', {
		workflowId: 'retrain',
		taskQueue: INTERNAL_QUEUE,
		args: [{ input: { ...whole, ifUncertain: 'repeat', ...input }, frozen: { keyVersion: 'k1', settleMs } }],
	});
}

async function resultOf(given: Given, input: object = {}, settleMs?: number) {
	return retrainResultSchema.parse(await (await retrain(given, input, settleMs)).result());
}

describe.each(['ended runs', 'active runs'] as const)('a lost response, on a service that shows %s', (shows) => {
	const absent = shows === 'active runs';

	it.each<[string, Fate[], number]>([
		['four requests that had no effect', ['lost-before', 'lost-before', 'lost-before', 'lost-before', 'answered'], 1],
		['a request that had its effect', ['lost-after', 'answered'], absent ? 2 : 1],
	])('needs no person: %s', async (_what, fates, runs) => {
		const { outcome, audit } = await resultOf({ fates, shows, trained: true });
		expect(outcome).toBe('finished');
		expect(service.runs).toBe(runs);
		const lost = fates.filter((fate) => fate !== 'answered').length;
		expect(audit).toMatchObject({ postAttempts: service.requests.length, ambiguous: true });
		// Every second run is announced, and there is at most one for each lost response.
		expect(audit.repeats).toBeGreaterThanOrEqual(Math.max(0, runs - 1));
		expect(audit.repeats).toBeLessThanOrEqual(lost);
	});

	it('asks a person if it may not repeat', async () => {
		const fates: Fate[] = ['lost-before', 'lost-before', 'answered'];
		const task = await retrain({ fates, shows, trained: true }, { ifUncertain: 'ask' });
		await expect(task.result()).rejects.toMatchObject({ cause: { type: 'needs_person' } });
		expect(service.requests).toHaveLength(absent ? 1 : 2);
	});
});

describe('a lost response on a service that shows ended runs', () => {
	const shows = 'ended runs';

	it('needs no person: a request refused for its rate in between', async () => {
		const { outcome, audit } = await resultOf({ fates: ['lost-before', 'limited', 'answered'], shows, trained: true });
		expect([outcome, service.runs]).toEqual(['finished', 1]);
		expect(audit).toMatchObject({ postAttempts: 3, ambiguous: true, repeats: 1 });
	});

	it('asks a person in a task of a version that did so', async () => {
		const fates: Fate[] = ['lost-before', 'lost-before', 'answered'];
		const task = await retrain({ fates, shows, trained: true }, { ifUncertain: undefined });
		await expect(task.result()).rejects.toMatchObject({ cause: { type: 'needs_person' } });
		expect(service.requests).toHaveLength(2);
	});

	it('needs no person: twelve requests refused with 409 while no run is active', async () => {
		const refused = Array.from({ length: 12 }, (): Fate => 'refused');
		const fates: Fate[] = ['lost-before', ...refused, 'answered'];
		const { outcome, audit } = await resultOf({ fates, shows, trained: true });
		expect([outcome, audit.repeats, service.runs]).toEqual(['finished', 1, 1]);
		expect((service.requests[12] ?? 0) - (service.requests[11] ?? 0)).toBeGreaterThan(300 * SECOND);
	});
});

describe('a lost response on a service that shows no ended run', () => {
	const shows = 'active runs';

	it.each([0, 60 * SECOND])(
		'needs no person: 503 for ten minutes, with %i ms to settle, repeated with growing pauses',
		async (settleMs) => {
			const { audit } = await resultOf({ fates: ['answered'], shows, unavailableMs: 600 * SECOND }, {}, settleMs);
			expect(service.runs).toBe(1);
			expect(audit.repeats).toBe(service.requests.length - 1);
			const pauses = service.requests.slice(1).map((at, index) => at - (service.requests[index] ?? at));
			// A busy machine makes each longer, whichever it is. Before each repeat, the task looks twice.
			const doubled = (times: number) => Math.min(600 * SECOND, Math.max(settleMs, SECOND / 2) * 2 ** times);
			for (const [index, pause] of pauses.slice(1).entries())
				expect(pause).toBeGreaterThanOrEqual(2 * doubled(index + 1));
			expect(service.requests.length).toBeLessThan(14);
		},
	);

	it('waits as long as the service asks', async () => {
		await resultOf({ fates: ['answered'], shows, unavailableMs: 1, retryAfterMs: 300 * SECOND });
		expect((service.requests[1] ?? 0) - (service.requests[0] ?? 0)).toBeGreaterThanOrEqual(300 * SECOND);
	});

	it('names a run of its own that came late, and does not fail', async () => {
		const { audit } = await resultOf({ fates: [{ late: 10 * SECOND }, 'answered'], shows, runMs: 5 * SECOND });
		expect(service.runs).toBe(2);
		expect(audit).toMatchObject({ ambiguous: true, repeats: 1 });
	});

	it('repeats until the deadline, and says what may be left', async () => {
		const task = await retrain({ fates: ['lost-before'], shows, trained: true }, { timeoutSeconds: 26 * 3_600 });
		await expect(task.result()).rejects.toMatchObject({
			cause: { type: 'timed_out', details: [{ audit: { ambiguous: true } }] },
		});
		expect(service.requests.at(-1)).toBeGreaterThan((service.requests[0] ?? 0) + 25 * HOUR);
	});

	it('without a deadline asks a person after a day', async () => {
		const task = await retrain({ fates: ['lost-before'], shows, trained: true });
		await expect(task.result()).rejects.toMatchObject({ cause: { type: 'needs_person' } });
		expect(service.requests.at(-1)).toBeGreaterThan((service.requests[0] ?? 0) + 20 * HOUR);
	});

	it('is told as what may have been a second run', async () => {
		const { audit } = await resultOf({ fates: ['lost-after', 'answered'], shows });
		expect(audit.assumed).toContain('there may have been a second run');
		await recordHistory(time.environment.client, 'retrain', 'retrain-and-wait.v1.repeated');
	});
});

describe('a run that somebody else began', () => {
	const unseen = { fates: ['refused' as const], shows: 'active runs' as const };

	it('and that left no trace is followed to its end', async () => {
		expect(await resultOf(unseen)).toMatchObject({ outcome: 'finished', adopted: true, endSeen: false });
		expect(service.requests).toHaveLength(1);
	});

	it('and that left no trace is waited for, with growing pauses', async () => {
		const fates: Fate[] = ['refused', 'refused', 'refused', 'refused', 'answered'];
		await resultOf({ ...unseen, fates }, { ifActive: 'wait' });
		expect([service.requests.length, service.runs]).toEqual([5, 1]);
		const pauses = service.requests.slice(1).map((at, index) => at - (service.requests[index] ?? at));
		// A busy machine makes each longer, whichever it is.
		for (const [index, atLeast] of [0, 5, 10, 20].entries())
			expect(pauses[index]).toBeGreaterThanOrEqual(atLeast * SECOND);
	});

	it('and that left no trace fails a task that wants none', async () => {
		const task = await retrain(unseen, { ifActive: 'fail' });
		await expect(task.result()).rejects.toMatchObject({ cause: { type: 'training_active' } });
		expect(service.requests).toHaveLength(1);
	});
});

describe('another run that follows at once', () => {
	const slow = { fates: ['answered' as const], runMs: 600 * SECOND, otherAfterMs: 600 * SECOND };

	it.each(['ended runs', 'active runs'] as const)(
		'ends the followed one, on a service that shows %s',
		async (shows) => {
			const result = await resultOf({ ...slow, shows });
			expect(result).toMatchObject({ outcome: 'finished', endSeen: false, run: { pagesCompleted: 3 } });
			expect(result.audit.assumed).toContain('instead of');
			expect(service.runs).toBe(2);
		},
	);

	it('fails a task of a version that did so', async () => {
		const task = await retrain({ ...slow, shows: 'ended runs' }, { ifUncertain: undefined });
		await expect(task.result()).rejects.toMatchObject({ cause: { type: 'run_replaced' } });
	});

	it('is followed by a task that waits until the agent can chat', async () => {
		const task = await retrain({ ...slow, shows: 'ended runs', canChat: false }, { waitUntil: 'canChat' });
		await expect(task.result()).rejects.toMatchObject({ cause: { type: 'cannot_chat' } });
		const ended = await time.environment.currentTimeMs();
		expect(ended).toBeGreaterThan((service.requests[0] ?? 0) + 1_200 * SECOND);
	});
});
