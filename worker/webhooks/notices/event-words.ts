import type { EmailOutcome } from '../../../workflows/email/contract';
import type { EventData, EventType, SyncBlocked, TaskEvent } from '../../../workflows/task/event';
import { TASK_TYPES } from '../../../workflows/contracts';
import { definitions } from '../../tasks/definitions';

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
	page: 'task' | 'review' | 'sync' | 'refused-leads';
}

/** What the words need beside the data of the event. */
interface Telling {
	/** The title of the task's type. */
	task: string;
	/** A time, in the zone of the readers. */
	time: (iso: string) => string;
}

/** The words of each type of event. A type without words does not compile. */
const WORDS: { [Type in EventType]: (data: EventData[Type], telling: Telling) => EventWords } = {
	'task.completed': (_data, { task }) => ({
		title: `Completed: ${task}`,
		sentences: ['The task has completed. Its page shows the result.'],
		page: 'task',
	}),
	'task.failed': ({ status, error }, { task }) => ({
		title: `${FAILED[status].title}: ${task}`,
		sentences: error === null ? [FAILED[status].sentence] : [`${error.title}.`, error.detail],
		items: error?.issues.map(({ path, message }) => `${path} ${message}`) ?? [],
		page: 'task',
	}),
	'review.requested': ({ kind, subject, expiresAt, reminder }, { time }) => ({
		title: `${reminder ? 'Reminder: ' : ''}${REVIEW[kind].title} ${subject}`,
		sentences: [
			...REVIEW[kind].sentences,
			'Everyone with the link can decide, so share it only with people who may decide.',
		],
		facts: [{ label: 'Decide until', value: time(expiresAt) }],
		page: 'review',
	}),
	'email.outcome': ({ outcome, outcomes }) => ({
		...(isEmailOutcome(outcome)
			? { title: EMAIL[outcome].title, sentences: [EMAIL[outcome].sentence] }
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
	'sync.blocked': ({ destination, cause, reason, since, leadsRefused }, { time }) => ({
		title: `A lead sync is blocked: ${destination}`,
		sentences: [BLOCKED[cause], reason],
		facts: [
			{ label: 'Destination', value: destination },
			{ label: 'Blocked since', value: time(since) },
			{ label: 'Refused leads', value: `${leadsRefused}` },
		],
		page: leadsRefused > 0 ? 'refused-leads' : 'sync',
	}),
	'lead.refused': ({ destination, count, leads }) => ({
		title: `${count === 1 ? '1 lead was' : `${count} leads were`} refused by ${destination}`,
		sentences: ['The sync continues with the other leads. Correct the cause, then retry or dismiss the refused leads.'],
		items: leads.map(({ leadId, reason }) => `Lead ${leadId}: ${reason}`),
		itemsInAll: count,
		facts: [{ label: 'Destination', value: destination }],
		page: 'refused-leads',
	}),
};

const FAILED: Record<EventData['task.failed']['status'], { title: string; sentence: string }> = {
	failed: { title: 'Failed', sentence: 'The task failed. Its page shows the reason.' },
	timed_out: { title: 'Timed out', sentence: 'The task took longer than allowed.' },
	cancelled: { title: 'Cancelled', sentence: 'The task was cancelled.' },
};

const REVIEW: Record<EventData['review.requested']['kind'], { title: string; sentences: string[] }> = {
	approval: {
		title: 'Please review:',
		sentences: ['An email waits for a decision. Nothing is sent before a reviewer approves it.'],
	},
	uncertain: {
		title: 'Was it sent?',
		sentences: ['An approved email may or may not have been sent. Look at the conversation, then decide.'],
	},
};

const EMAIL: Record<EmailOutcome, { title: string; sentence: string }> = {
	sent: { title: 'Email sent', sentence: 'Every address has an outcome.' },
	not_followed: { title: 'Email queued', sentence: 'The email was queued, but an address has an unknown outcome.' },
	confirmed_sent: { title: 'Email sent', sentence: 'A person confirmed that the email was sent.' },
	abandoned: {
		title: 'Email given up',
		sentence: 'The email may or may not have been sent. A person decided not to send it again.',
	},
	unknown: {
		title: 'Email with an unknown outcome',
		sentence: 'The email may or may not have been sent, and nobody settled it in time. Look at the conversation.',
	},
	rejected: { title: 'Email rejected', sentence: 'A reviewer rejected the email. It was not sent.' },
	expired: { title: 'Email not sent', sentence: 'Nobody decided in time. The email was not sent.' },
};

const BLOCKED: Record<SyncBlocked['cause'], string> = {
	refused_leads: 'The destination refused too many leads. Retry or dismiss them, and the sync continues.',
	destination: 'The destination accepts no leads. The sync continues by itself when the destination is available.',
	service: 'The service answers no requests of the sync. The sync continues by itself when the service is available.',
};

/** @param time shows a time in the zone of the readers */
export function wordsOf(event: TaskEvent, time: Telling['time']): EventWords {
	// The data of an event belongs to its type, which `TaskEvent` does not say.
	const words = WORDS[event.type] as (data: TaskEvent['data'], telling: Telling) => EventWords;
	return words(event.data, { task: titleOf(event.task.type), time });
}

function titleOf(type: string): string {
	const known = TASK_TYPES.find((each) => each === type);
	return known === undefined ? type : definitions[known].title;
}

function isEmailOutcome(outcome: string): outcome is EmailOutcome {
	return Object.hasOwn(EMAIL, outcome);
}
