import { temporal } from '@temporalio/proto';
import { EntryMapper } from './entries';
import type { HistoryEvent } from './history';
import { inOrder } from './joined';
import { addPending } from './pending';
import type { Readable } from './readable';

const { HistoryEvent: Event } = temporal.api.history.v1;
const { DescribeWorkflowExecutionResponse: Described } = temporal.api.workflowservice.v1;
const { WorkflowTaskFailedCause: Cause, PendingActivityState: State, TimeoutType: Timeout } = temporal.api.enums.v1;
const START = Date.parse('2026-11-23T10:00:00Z');
const TASK = 'retrain-and-wait~abc';

let lastId = 0;
beforeEach(() => {
	lastId = 0;
});

const timestamp = (seconds: number) => ({ seconds: START / 1000 + seconds, nanos: 0 });
const isoAt = (seconds: number) => new Date(START + seconds * 1000).toISOString();

/** An event as the server sends it, so many seconds after the start. */
function event(seconds: number, attributes: object): HistoryEvent {
	lastId += 1;
	return Event.fromObject({ eventId: lastId, eventTime: timestamp(seconds), ...attributes });
}

const stage = (value: string) => ({ indexedFields: { AkStage: { data: Buffer.from(JSON.stringify(value)) } } });

const started = (seconds: number, more: object = {}) =>
	event(seconds, { workflowExecutionStartedEventAttributes: { searchAttributes: stage('looking'), ...more } });
const entered = (seconds: number, name: string) =>
	event(seconds, { upsertWorkflowSearchAttributesEventAttributes: { searchAttributes: stage(name) } });

/** A step from its schedule to its end. */
function step(name: string, [scheduled, begun, ended]: [number, number, number], more: object = {}): HistoryEvent[] {
	const activityTaskScheduledEventAttributes = {
		activityId: `activity ${name}`,
		activityType: { name },
		taskQueue: { name: 'api:main' },
		...more,
	};
	const first = event(scheduled, { activityTaskScheduledEventAttributes });
	const scheduledEventId = first.eventId;
	return [
		first,
		event(begun, { activityTaskStartedEventAttributes: { scheduledEventId, attempt: 1, ...more } }),
		event(ended, { activityTaskCompletedEventAttributes: { scheduledEventId } }),
	];
}

const readable: Readable = {
	reasonOf: (failure) => Promise.resolve(failure?.message || null),
	statusesOf: (failure) =>
		Promise.resolve([...(failure?.message ?? '').matchAll(/\d{3}/g)].map(([code]) => Number(code))),
	refusalIn: (result) =>
		Promise.resolve(result?.[0]?.data?.length ? { reason: 'Too many requests (429)', status: 429 } : null),
	decisionOf: () => Promise.resolve({ action: 'approve', by: 'Lead', via: 'page' }),
};

async function mapped(...runs: HistoryEvent[][]) {
	const mapper = new EntryMapper({ type: 'email-send-with-review', readable, waitingStages: ['reviewing'] });
	for (const run of runs) await mapper.addRun(run);
	return mapper;
}

async function entriesOf(...runs: HistoryEvent[][]) {
	return inOrder((await mapped(...runs)).entries);
}

test('stages last until the next one, and the end closes the last one', async () => {
	const entries = await entriesOf([
		started(0),
		entered(5, 'reviewing'),
		entered(65, 'completed'),
		event(66, { workflowExecutionCompletedEventAttributes: {} }),
	]);
	expect(entries.map(({ kind, name, endedAt, waitsForPerson }) => [kind, name, endedAt, waitsForPerson])).toEqual([
		['start', 'start', isoAt(0), false],
		['stage', 'looking', isoAt(5), false],
		['stage', 'reviewing', isoAt(65), true],
		['stage', 'completed', isoAt(66), false],
		['end', 'end', isoAt(66), false],
	]);
});

test('a step has its words, its attempts, and why it was retried', async () => {
	const retried = step('readTraining', [1, 9, 10], { attempt: 3, lastFailure: { message: 'Too many requests (429)' } });
	const queued = step('requestTraining', [11, 31, 32]);
	const [, , first, second] = await entriesOf([started(0), ...retried, ...queued]);
	expect(first).toMatchObject({
		statuses: [429],
		kind: 'call',
		title: 'Read the training status',
		status: 'done',
		attempts: 3,
		queuedSeconds: null,
		reason: 'Too many requests (429)',
		at: isoAt(1),
		endedAt: isoAt(10),
	});
	expect(second).toMatchObject({ title: 'Request the training', attempts: 1, queuedSeconds: 20, reason: null });
});

test('a step that failed for good, and one that was cancelled, say so', async () => {
	const [failing] = step('readTraining', [1, 2, 3]);
	const [cancelled] = step('readThread', [4, 5, 6]);
	const [, , first, second] = await entriesOf([
		...[started(0), failing as HistoryEvent],
		event(3, {
			activityTaskFailedEventAttributes: { scheduledEventId: failing?.eventId, failure: { message: 'Gone (404)' } },
		}),
		cancelled as HistoryEvent,
		event(6, { activityTaskCanceledEventAttributes: { scheduledEventId: cancelled?.eventId } }),
	]);
	expect(first).toMatchObject({ status: 'failed', reason: 'Gone (404)', endedAt: isoAt(3) });
	expect(second).toMatchObject({ status: 'cancelled', endedAt: isoAt(6) });
});

test('equal steps in a row are one entry, and a retry stands apart', async () => {
	const pages = [1, 2, 3].flatMap((at) => step('readLeads', [at, at, at + 1]));
	const retried = step('readLeads', [5, 6, 7], { attempt: 2, lastFailure: { message: 'Unavailable (503)' } });
	const steps = (await entriesOf([started(0), ...pages, ...retried])).filter(({ kind }) => kind === 'call');
	expect(steps.map(({ times, attempts, at, endedAt }) => [times, attempts, at, endedAt])).toEqual([
		[3, 3, isoAt(1), isoAt(4)],
		[1, 2, isoAt(5), isoAt(7)],
	]);
});

test('a write that the service refused says so, although the step itself ended well', async () => {
	const [scheduled, begun] = step('requestTraining', [1, 2, 3]);
	const result = { payloads: [{ data: Buffer.from('{}') }] };
	const entries = await entriesOf([
		...[started(0), scheduled as HistoryEvent, begun as HistoryEvent],
		event(3, { activityTaskCompletedEventAttributes: { scheduledEventId: scheduled?.eventId, result } }),
		...step('requestTraining', [4, 5, 6]),
	]);
	expect(entries.slice(2).map(({ status, reason, statuses }) => [status, reason, statuses])).toEqual([
		['done', 'Too many requests (429)', [429]],
		['done', null, []],
	]);
});

describe('a worker that stops without a word', () => {
	const decided = (kind: string, seconds: number, attributes: object) =>
		event(seconds, { [`workflowTask${kind}EventAttributes`]: attributes });
	const trouble = async (identity: string, timeoutType: number) =>
		(
			await entriesOf([
				...[started(0), decided('Scheduled', 1, {}), decided('Started', 1, { identity: '1@one' })],
				...[decided('TimedOut', 5, { timeoutType }), decided('Scheduled', 5, {}), decided('Started', 7, { identity })],
			])
		).find(({ kind }) => kind === 'trouble');

	test('is told with the time until another one continued', async () => {
		const stopped = 'A worker stopped. Another one continued after 6 s';
		expect(await trouble('2@two', Timeout.TIMEOUT_TYPE_START_TO_CLOSE)).toMatchObject({
			title: stopped,
			status: 'done',
			at: isoAt(1),
			endedAt: isoAt(7),
		});
		expect(await trouble('2@two', Timeout.TIMEOUT_TYPE_SCHEDULE_TO_START)).toMatchObject({ title: stopped });
		expect(await trouble('1@one', Timeout.TIMEOUT_TYPE_START_TO_CLOSE)).toMatchObject({
			title: 'A worker stopped, and continued after 6 s',
		});
	});

	test('is not told of a worker that gave its work back', async () => {
		const entries = await entriesOf([
			...[started(0), decided('Scheduled', 1, {}), decided('Started', 1, { identity: '1@one' })],
			...[decided('Completed', 2, {}), decided('Scheduled', 5, {}), decided('Started', 6, { identity: '2@two' })],
		]);
		expect(entries.some(({ kind }) => kind === 'trouble')).toBe(false);
	});
});

test('a decision names who decided, and requests between programs are no entries', async () => {
	const update = (name: string) => ({
		workflowExecutionUpdateAcceptedEventAttributes: { acceptedRequest: { input: { name } } },
	});
	const entries = await entriesOf([
		started(0),
		event(1, update('take-leads')),
		event(2, update('decide')),
		event(3, update('pause')),
		event(4, { workflowExecutionCancelRequestedEventAttributes: {} }),
	]);
	expect(entries.slice(2).map(({ kind, name, title, by }) => [kind, name, title, by])).toEqual([
		['decision', 'approve', 'Approved the email', 'Lead'],
		['request', 'pause', 'Requested: pause', null],
		['request', 'cancel', 'Requested: cancel', null],
	]);
});

test('a child task has its id and its end; events and mail are moments', async () => {
	const child = (type: string, workflowId: string) => ({
		startChildWorkflowExecutionInitiatedEventAttributes: { workflowId, workflowType: { name: type } },
	});
	const initiated = event(1, child('retrainAndWait', `${TASK}~agent`));
	const entries = await entriesOf([
		...[started(0), initiated],
		event(2, child('publishEvent', `event/${TASK}~run~review-1`)),
		event(3, child('mailReviewers', 'mail/x')),
		event(9, {
			childWorkflowExecutionFailedEventAttributes: {
				initiatedEventId: initiated.eventId,
				failure: { message: 'No such agent (404)' },
			},
		}),
	]);
	expect(
		entries.slice(2).map(({ kind, name, status, taskId, reason }) => [kind, name, status, taskId, reason]),
	).toEqual([
		['child', 'retrain-and-wait', 'failed', `${TASK}~agent`, 'No such agent (404)'],
		['event', 'review.requested', 'done', null, null],
		['event', 'mail', 'done', null, null],
	]);
});

test('a timer that rang was a pause, and one that was cancelled was a deadline', async () => {
	const timer = (seconds: number) => event(seconds, { timerStartedEventAttributes: { timerId: '1' } });
	const [pause, deadline, short] = [timer(1), timer(1), timer(1)];
	const fired = (seconds: number, { eventId: startedEventId }: HistoryEvent) =>
		event(seconds, { timerFiredEventAttributes: { startedEventId } });
	const entries = await entriesOf([
		...[started(0), pause, deadline, short, fired(1.5, short), fired(6, pause)],
		event(7, { timerCanceledEventAttributes: { startedEventId: deadline.eventId } }),
	]);
	expect(entries.slice(2).map(({ kind, at, endedAt }) => [kind, at, endedAt])).toEqual([['pause', isoAt(1), isoAt(6)]]);
});

test('a task that continued as new is one timeline, with its stage', async () => {
	const entries = await entriesOf(
		[started(0), entered(1, 'syncing'), event(9, { workflowExecutionContinuedAsNewEventAttributes: {} })],
		[started(9, { searchAttributes: stage('syncing'), continuedExecutionRunId: 'before' }), entered(20, 'paused')],
	);
	expect(entries.map(({ kind, name }) => [kind, name])).toEqual([
		['start', 'start'],
		['stage', 'looking'],
		['stage', 'syncing'],
		['stage', 'paused'],
	]);
	expect(entries[2]).toMatchObject({ at: isoAt(1), endedAt: isoAt(20) });
});

test('a start by a schedule or by another task says so', async () => {
	const indexedFields = { TemporalScheduledById: { data: Buffer.from('"nightly"') } };
	const [bySchedule] = await entriesOf([started(0, { searchAttributes: { indexedFields } })]);
	expect(bySchedule).toMatchObject({ title: 'The schedule nightly started it', taskId: null });
	const [byTask] = await entriesOf([started(0, { parentWorkflowExecution: { workflowId: 'nightly-retrain~1' } })]);
	expect(byTask).toMatchObject({ title: 'Another task started it', taskId: 'nightly-retrain~1' });
});

test('a cancellation with a partial result is no failure', async () => {
	const failed = { workflowExecutionFailedEventAttributes: { failure: { message: 'The task was cancelled (409)' } } };
	const ends = async (name: string) => (await entriesOf([started(0), entered(1, name), event(2, failed)])).at(-1);
	expect(await ends('cancelled')).toMatchObject({ kind: 'end', title: 'Cancelled', status: 'cancelled' });
	expect(await ends('timed_out')).toMatchObject({ kind: 'end', title: 'Failed', status: 'failed' });
});

test('what still ran when the task was terminated has ended with it', async () => {
	const [scheduled] = step('watchTraining', [1, 1, 1]);
	const terminated = event(5, { workflowExecutionTerminatedEventAttributes: {} });
	const entries = await entriesOf([started(0), scheduled as HistoryEvent, terminated]);
	expect(entries.at(-2)).toMatchObject({ name: 'watchTraining', status: 'cancelled', endedAt: isoAt(5) });
	expect(entries.at(-1)).toMatchObject({ kind: 'end', title: 'Terminated in Temporal', status: 'failed' });
});

test('a worker that fails at the task is trouble, and a reset is not', async () => {
	const trouble = (cause: number) => event(1, { workflowTaskFailedEventAttributes: { cause } });
	const entries = await entriesOf([
		started(0),
		trouble(Cause.WORKFLOW_TASK_FAILED_CAUSE_RESET_WORKFLOW),
		trouble(Cause.WORKFLOW_TASK_FAILED_CAUSE_NON_DETERMINISTIC_ERROR),
	]);
	expect(entries.filter(({ kind }) => kind === 'trouble')).toHaveLength(1);
});

test('a running step has its attempts, why the last one failed, and when the next one comes', async () => {
	const [scheduled] = step('watchTraining', [1, 1, 1]);
	const mapper = await mapped([started(0), scheduled as HistoryEvent]);
	const pendingActivities = [
		{
			activityId: 'activity watchTraining',
			attempt: 4,
			state: State.PENDING_ACTIVITY_STATE_SCHEDULED,
			scheduledTime: timestamp(60),
			lastFailure: { message: 'Unavailable (503)' },
		},
	];
	const { pendingActivities: pending } = Described.fromObject({ pendingActivities });
	await addPending(mapper, { raw: { pendingActivities: pending } }, readable);
	expect(inOrder(mapper.entries).at(-1)).toMatchObject({
		title: 'Wait for the training run',
		status: 'running',
		endedAt: null,
		attempts: 3,
		reason: 'Unavailable (503)',
		nextAt: isoAt(60),
	});
});
