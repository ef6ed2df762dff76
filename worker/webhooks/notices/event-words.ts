import { TASK_TYPES, type TaskType } from '../../../workflows/contracts';
import { type EmailOutcome, emailResultSchema } from '../../../workflows/email/contract';
import { rowOf, verdictOn } from '../../../workflows/email/verdict';
import type { QuestionKind } from '../../../workflows/review/contract';
import type { AddressOutcome } from '../../../workflows/task/contract';
import { measuresInWords, titleOf as titleOfReport } from '../../reports/words';
import type {
	ConnectionWork,
	EventData,
	EventType,
	Incident,
	SyncBlocked,
	SyncResumed,
	TaskEvent,
} from '../../../workflows/task/event';
import { FAULTS } from '../../tasks/incidents/fault-words';
import { definitions, reviewIn } from '../../tasks/definitions';

export interface Fact {
	label: string;
	value: string;
}

/** What an event says to people. The texts may contain words of others. */
export interface EventWords {
	title: string;
	sentences: string[];
	items?: string[];
	/** Default: as many as `items` has. */
	itemsInAll?: number;
	facts?: Fact[];
	/** Where the reader looks next. */
	page: 'task' | 'review' | 'sync' | 'refused-leads' | 'syncs' | 'failures' | 'schedules' | 'incidents';
}

/** What the words need beside the data of the event. */
interface Telling {
	/** The title of the task's type. */
	task: string;
	/** The task's type, maybe of a newer worker. */
	type: string;
	/** A time, in the zone of the readers. */
	time: (iso: string) => string;
	/** The name of the connection. */
	connection: string;
}

/** The words of each type of event. A type without words does not compile. */
const WORDS: { [Type in EventType]: (data: EventData[Type], telling: Telling) => EventWords } = {
	'task.completed': ({ ended, summary, error = null }, { task }) => ({
		title: `${ended?.word ?? 'Completed'}: ${task}`,
		sentences: [error?.detail ?? summary ?? 'The task has completed. Its page shows the result.'],
		items: issuesOf(error, ': '),
		page: 'task',
	}),
	'task.failed': ({ status, error, ended }, { task }) => ({
		title: `${ended?.word ?? FAILED[status].title}: ${task}`,
		sentences: sentencesOf(status, error),
		items: issuesOf(error, status === 'completed' ? ': ' : ' '),
		page: 'task',
	}),
	'review.requested': ({ kind, subject, expiresAt, reminder }, { type, time }) => ({
		title: `${reminder ? 'Reminder: ' : ''}${reviewWords(type, kind).title} ${subject}`,
		sentences: [
			reviewWords(type, kind).sentence,
			'Everyone with the link can decide, so share it only with people who may decide.',
		],
		facts: [{ label: 'Decide until', value: time(expiresAt) }],
		page: 'review',
	}),
	'email.outcome': ({ outcome, outcomes }) => ({
		...(isEmailOutcome(outcome)
			? emailWords(outcome, outcomes)
			: { title: 'Outcome of an email', sentences: [`The outcome is ${outcome}.`] }),
		items: outcomes.map(
			({ address, status, reason }) => `${address}: ${status}${reason === null ? '' : `, ${reason}`}`,
		),
		page: 'task',
	}),
	'schedule.digest': ({ message, counts, allWell }, { task }) => ({
		title: allWell ? `All is well: ${task}` : `Needs a look: ${task}`,
		sentences: [message],
		items: Object.entries(counts).flatMap(([status, count]) =>
			count === 0 ? [] : [`${status.replaceAll('_', ' ')}: ${count}`],
		),
		page: 'task',
	}),
	'sync.blocked': ({ destination, cause, reason, since, leadsRefused }, { task, time }) => ({
		title: `${task} is blocked: ${destination}`,
		sentences: [BLOCKED[cause], reason],
		facts: [
			{ label: 'Destination', value: destination },
			{ label: 'Blocked since', value: time(since) },
			{ label: 'Refused leads', value: `${leadsRefused}` },
		],
		page: leadsRefused > 0 ? 'refused-leads' : 'sync',
	}),
	'task.late': ({ name, state, finishBy, expectedAt, message }, { task, time }) => ({
		title: `Late: ${task}, ${name}`,
		sentences: [message],
		facts: [
			{ label: 'Should be done by', value: time(finishBy) },
			...(expectedAt === null ? [] : [{ label: 'Probably done', value: time(expectedAt) }]),
		],
		page: state === 'running' ? 'task' : 'schedules',
	}),
	'lead.refused': ({ destination, count, leads }) => ({
		title: `${count === 1 ? '1 lead was' : `${count} leads were`} refused by ${destination}`,
		sentences: ['The sync continues with the other leads. Correct the cause, then retry or dismiss the refused leads.'],
		items: leads.map(({ leadId, reason }) => `Lead ${leadId}: ${reason}`),
		itemsInAll: count,
		facts: [{ label: 'Destination', value: destination }],
		page: 'refused-leads',
	}),
	'report.ready': ({ week, agents, agent, measures }, { connection }) => ({
		title: titleOfReport({ connection, week, agent }),
		sentences: [`${agents === 1 ? '1 agent' : `${agents} agents`}, days of ${week.timeZone}, against the week before.`],
		items: measuresInWords({ measures, agents }, week.locale),
		page: 'task',
	}),
	'sync.resumed': (
		{ destination, cause, since, resumedAt, blockedSeconds, caughtUp, leadsRefused },
		{ task, type, time },
	) => ({
		title: `${task} works again: ${destination}`,
		sentences: [
			`${WAS_BLOCKED[cause]} The sync did not move for ${duration(blockedSeconds)}, and it moves again.`,
			caughtUpWords(caughtUp, type),
		],
		facts: [
			{ label: 'Destination', value: destination },
			{ label: 'Blocked since', value: time(since) },
			{ label: 'Moves since', value: time(resumedAt) },
			{ label: 'Refused leads', value: `${leadsRefused}` },
		],
		page: leadsRefused > 0 ? 'refused-leads' : 'sync',
	}),
	'schedule.recovered': ({ scheduleId, failedDueAt, trouble, reason, dueAt }, { task, time }) => ({
		title: `${task} works again: ${scheduleId}`,
		sentences: [
			trouble === 'missed' ? 'Runs of the schedule were missed.' : 'A run of the schedule did not do what was asked.',
			reason,
			'The newest run did what was asked.',
		],
		facts: [
			{ label: 'Schedule', value: scheduleId },
			{ label: 'Wrong since', value: time(failedDueAt) },
			{ label: 'Newest run', value: time(dueAt) },
		],
		page: 'task',
	}),
	'connection.failing': ({ cause, reason, since, blocks }, { connection, time }) => ({
		title: `A connection fails: ${connection}`,
		sentences: [FAULTS[cause].sentence, reason, FAULTS[cause].todo],
		facts: [
			{ label: 'Fails since', value: time(since) },
			{ label: 'Blocked', value: workWords(blocks) },
		],
		page: 'incidents',
	}),
	'connection.recovered': (
		{ cause, reason, since, recoveredAt, failedSeconds, failedTasks },
		{ connection, time },
	) => ({
		title: `A connection works again: ${connection}`,
		sentences: [
			`${FAULTS[cause].before} No call worked for ${duration(failedSeconds)}.`,
			reason,
			failedTasksWords(failedTasks),
		],
		facts: [
			{ label: 'Failed since', value: time(since) },
			{ label: 'Works since', value: time(recoveredAt) },
		],
		page: failedTasks > 0 ? 'failures' : 'incidents',
	}),
};

const WAS_BLOCKED: Record<SyncBlocked['cause'], string> = {
	refused_leads: 'The destination had refused too many leads.',
	destination: 'The destination accepted no leads.',
	service: 'The service answered no requests of the sync.',
};

function caughtUpWords(caughtUp: number, type: string): string {
	const one = type === 'conversation-sync' ? 'message' : 'lead';
	if (caughtUp === 0) return `There was no ${one} to catch up with so far.`;
	return `It has written ${caughtUp} ${one}${caughtUp === 1 ? '' : 's'} since.`;
}

function failedTasksWords(failedTasks: number): string {
	if (failedTasks === 0) return 'Nothing failed meanwhile. Blocked syncs continue by themselves.';
	const tasks = failedTasks === 1 ? '1 task' : `${failedTasks} tasks`;
	return `${tasks} failed meanwhile. Look at them, and retry those that you still need. Blocked syncs continue by themselves.`;
}

function workWords({ syncs, tasks, schedules }: ConnectionWork): string {
	const parts = [counted(syncs, 'sync'), counted(tasks, 'task'), counted(schedules, 'schedule')];
	const some = parts.filter((part) => part !== null);
	return some.length === 0 ? 'nothing' : some.join(', ');
}

function counted(count: number, one: string): string | null {
	return count === 0 ? null : `${count} ${one}${count === 1 ? '' : 's'}`;
}

/** How long something lasted, in the largest unit that shows it. */
function duration(seconds: number): string {
	const unit = UNITS.find(([, size]) => seconds >= 2 * size) ?? ['second', 1];
	const count = Math.round(seconds / unit[1]);
	return `${count} ${unit[0]}${count === 1 ? '' : 's'}`;
}

const UNITS: ReadonlyArray<readonly [string, number]> = [
	['day', 86_400],
	['hour', 3_600],
	['minute', 60],
];

const FAILED: Record<EventData['task.failed']['status'], { title: string; sentence: string }> = {
	failed: { title: 'Failed', sentence: 'The task failed. Its page shows the reason.' },
	timed_out: { title: 'Timed out', sentence: 'The task took longer than allowed.' },
	cancelled: { title: 'Cancelled', sentence: 'The task was cancelled.' },
	completed: { title: 'Needs a look', sentence: 'The task ended, and did not do all that was asked.' },
};

type TaskFailed = EventData['task.failed'];

/** The title of a completed task's error is the word of its end, which is in the title of the notice. */
function sentencesOf(status: TaskFailed['status'], error: TaskFailed['error']): string[] {
	if (error === null) return [FAILED[status].sentence];
	return status === 'completed' ? [error.detail] : [`${error.title}.`, error.detail];
}

function issuesOf(error: TaskFailed['error'], mark: string): string[] {
	return error?.issues.map(({ path, message }) => (path === '' ? message : `${path}${mark}${message}`)) ?? [];
}

function reviewWords(type: string, kind: QuestionKind): { title: string; sentence: string } {
	const known = typeNamed(type);
	const subject = known === undefined ? undefined : reviewIn(known)?.subject;
	return subject?.messages[kind] ?? { title: 'Please decide:', sentence: 'A task waits for a decision.' };
}

/** How an email ended is in the table of outcomes, and one that bounced is not just sent. */
function emailWords(outcome: EmailOutcome, outcomes: AddressOutcome[]): Pick<EventWords, 'title' | 'sentences'> {
	const { ending, message } = verdictOn({ outcome, outcomes });
	const { word } = rowOf(ending);
	return { title: `Email ${word.charAt(0).toLowerCase()}${word.slice(1)}`, sentences: [message] };
}

const BLOCKED: Record<SyncBlocked['cause'], string> = {
	refused_leads: 'The destination refused too many leads. Retry or dismiss them, and the sync continues.',
	destination: 'The destination accepts no leads. The sync continues by itself when the destination is available.',
	service: 'The service answers no requests of the sync. The sync continues by itself when the service is available.',
};

/** @param time shows a time in the zone of the readers */
export function wordsOf(event: TaskEvent, time: Telling['time']): EventWords {
	if (event.incident !== undefined) return incidentWords(event, event.incident);
	// The data of an event belongs to its type, which `TaskEvent` does not say.
	const words = WORDS[event.type] as (data: TaskEvent['data'], telling: Telling) => EventWords;
	const { type, connection } = event.task;
	return words(event.data, { task: titleOf(type), type, time, connection: connection ?? '' });
}

/** Several failures of one cause, with the agent and the reason of each. */
function incidentWords({ type, task, data }: TaskEvent, { count, toldBefore, failures }: Incident): EventWords {
	const types = new Set(failures.map(({ taskType }) => taskType));
	const what = types.size === 1 ? titleOf(task.type) : 'tasks of several types';
	if (type === 'sync.resumed') return resumedWords(data as SyncResumed, { count, toldBefore, failures });
	const title = type === 'sync.blocked' ? blockedTitle(count, data as SyncBlocked) : `${count} failures: ${what}`;
	const agents = [...new Set(failures.flatMap(({ agentId }) => (agentId === null ? [] : [agentId])))];
	return {
		title: toldBefore === 0 ? title : `${title}, and ${toldBefore} before`,
		sentences: [
			type === 'sync.blocked' ? BLOCKED[(data as SyncBlocked).cause] : causeOf(data as TaskFailed),
			...(agents.length === 0
				? []
				: [`${agents.length === 1 ? 'Agent' : `${agents.length} agents`}: ${agents.join(', ')}.`]),
			...(toldBefore === 0 ? [] : ['These are further failures of a cause that an earlier message told.']),
		],
		items: failures.map(({ agentId, taskId, reason }) => `${agentId ?? taskId}: ${reason}`),
		itemsInAll: count,
		page: type === 'sync.blocked' ? 'syncs' : 'failures',
	};
}

/** Several syncs that one cause had blocked. */
function resumedWords({ destination, cause }: SyncResumed, { count, toldBefore, failures }: Incident): EventWords {
	const what = cause === 'service' ? 'the service' : destination;
	const syncs = count === 1 ? '1 sync works' : `${count} syncs work`;
	return {
		title: `${syncs} again: ${what}`,
		sentences: [
			WAS_BLOCKED[cause],
			...(toldBefore === 0 ? [] : [`An earlier message told that ${toldBefore} others work again.`]),
		],
		items: failures.map(({ agentId, taskId, reason }) => `${agentId ?? taskId}: ${reason}`),
		itemsInAll: count,
		page: 'syncs',
	};
}

function blockedTitle(count: number, { destination, cause }: SyncBlocked): string {
	return `${count} lead syncs are blocked: ${cause === 'service' ? 'the service' : destination}`;
}

function causeOf({ error, ended, status }: TaskFailed): string {
	return `${error?.title ?? ended?.word ?? FAILED[status].title}.`;
}

function titleOf(type: string): string {
	const known = typeNamed(type);
	return known === undefined ? type : definitions[known].title;
}

function typeNamed(type: string): TaskType | undefined {
	return TASK_TYPES.find((each) => each === type);
}

function isEmailOutcome(outcome: string): outcome is EmailOutcome {
	return EMAIL_OUTCOMES.includes(outcome);
}

const EMAIL_OUTCOMES: readonly string[] = emailResultSchema.shape.outcome.options;
