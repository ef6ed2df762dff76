/**
 * The one table of how tasks end. The gateway puts a row into every view of a task, so the console, the command line and
 * the nodes show its word, colour and exit code. Notices, metrics and alerts read it too.
 */

/** How an end looks: its colour. */
export const TONES = ['good', 'attention', 'bad', 'quiet'] as const;
export type Tone = (typeof TONES)[number];

/** One way in which a task can end. */
export interface Ending {
	/** The word for programs in the API: `outcome`. Several ends can share one, so programs keep working. */
	outcome: string;
	/** For people, on badges and in tables. */
	word: string;
	tone: Tone;
	/** Of the command that followed the task. 0: it did what was asked. */
	exitCode: 0 | 1;
	/**
	 * Somebody has to look, although nobody asked for this end. Subscribers of `task.failed` are told. What a person
	 * decided, such as a cancellation or a rejection, needs nobody.
	 */
	needsAttention: boolean;
}

/** It did all that was asked. */
const done = (outcome: string, word: string): Ending => ({
	outcome,
	word,
	tone: 'good',
	exitCode: 0,
	needsAttention: false,
});
/** It did all that was asked, and there is something to know. */
const doneWithNote = (outcome: string, word: string): Ending => ({ ...done(outcome, word), tone: 'attention' });
/** It did a part of what was asked, or nobody knows. */
const partly = (outcome: string, word: string): Ending => ({
	outcome,
	word,
	tone: 'attention',
	exitCode: 1,
	needsAttention: true,
});
/** It did nothing of what was asked. */
const bad = (outcome: string, word: string): Ending => ({ ...partly(outcome, word), tone: 'bad' });
/** A person wanted it so. */
const wanted = (outcome: string, word: string): Ending => ({
	outcome,
	word,
	tone: 'quiet',
	exitCode: 1,
	needsAttention: false,
});

/** Every task can end in these ways. */
const ANY = {
	failed: bad('failed', 'Failed'),
	timed_out: bad('timed_out', 'Timed out'),
	cancelled: wanted('cancelled', 'Cancelled'),
	/** Responses were lost, and only a person can tell whether something happened. */
	needs_person: partly('failed', 'A person has to check'),
	/** No worker ran at the time of the schedule. */
	slept_through: bad('failed', 'Missed'),
	/** It completed, and this version cannot read its result. */
	unreadable: partly('unreadable', 'Result not readable'),
	/** It completed, and how is not known without its result: an older version ran it, and it stands in a list. */
	ended: { ...done('completed', 'Ended'), tone: 'quiet' },
} as const satisfies Record<string, Ending>;

/** A task of many items. */
const items = (some: string, none: string) => ({
	completed: done('completed', 'Completed'),
	/** 0 of 0: perhaps as it should be, and perhaps a key that no longer sees its agents. */
	nothing_to_do: doneWithNote('completed', 'Completed, nothing to do'),
	partly_failed: partly('partly_failed', some),
	none_done: bad('failed', none),
});

/** Each task with all its ends. A task or an end that is missing here does not compile. */
export const OUTCOMES = {
	'retrain-and-wait': {
		...ANY,
		can_chat: done('can_chat', 'Completed'),
		finished: done('finished', 'Completed'),
		/** The agent was retrained without them. */
		pages_failed: doneWithNote('finished', 'Completed, some pages failed'),
		can_chat_pages_failed: doneWithNote('can_chat', 'Completed, some pages failed'),
		no_page_read: bad('failed', 'No page was read'),
	},
	'nightly-retrain': {
		...ANY,
		...items('Some agents failed', 'No agent retrained'),
		partly_cancelled: wanted('partly_failed', 'Some agents cancelled'),
		all_cancelled: wanted('failed', 'All agents cancelled'),
	},
	'lead-export': { ...ANY, ...items('Some agents are missing', 'All agents are missing') },
	'conversation-export': {
		...ANY,
		...items('Some agents are missing', 'All agents are missing'),
		/** The file has what the lists show of them. */
		transcripts_missing: partly('partly_failed', 'Some transcripts are missing'),
	},
	/** It has no end of its own: a person stops it. */
	'lead-sync': {
		...ANY,
		cancelled: wanted('cancelled', 'Stopped'),
		...items('Some leads refused', 'All leads refused'),
	},
	/** It has no end of its own either. */
	'conversation-sync': {
		...ANY,
		cancelled: wanted('cancelled', 'Stopped'),
		...items('Some transcripts are missing', 'All transcripts are missing'),
	},
	'email-send-with-review': {
		...ANY,
		sent: done('sent', 'Sent'),
		confirmed_sent: done('confirmed_sent', 'Sent, a person confirmed'),
		rejected: wanted('rejected', 'Rejected'),
		expired: bad('expired', 'Not sent, nobody decided'),
		/** A person decided not to send it again. */
		abandoned: { ...wanted('abandoned', 'Given up, perhaps sent'), tone: 'attention' },
		unknown: partly('unknown', 'Perhaps sent'),
		not_followed: partly('not_followed', 'Queued, delivery unknown'),
		some_bounced: partly('partly_failed', 'Sent, some addresses not reached'),
		all_bounced: bad('failed', 'Bounced'),
		/** In a word of the service that nobody here knows. */
		arrival_unclear: partly('partly_failed', 'Sent, arrival unclear'),
		replies_paused: partly('partly_failed', 'Sent, replies stay paused'),
	},
	'add-sources': {
		...ANY,
		...items('Some sources failed', 'No source indexed'),
		/** Responses were lost, and a source may be there twice. */
		perhaps_doubled: doneWithNote('completed', 'Completed, perhaps doubled'),
	},
	'knowledge-sync': {
		...ANY,
		...items('Some items are not in step', 'No item is in step'),
		/** Nothing was to be sent. */
		planned: done('planned', 'Planned'),
		rejected: wanted('rejected', 'Plan rejected'),
		expired: bad('expired', 'Not applied, nobody decided'),
	},
	'for-each-connection': { ...ANY, ...items('Some connections are not done', 'No connection is done') },
	'bulk-action': {
		...ANY,
		...items('Some rows not done', 'No row done'),
		/** It did what can be done. The tasks of the other rows say themselves that somebody has to look. */
		rest_refused: doneWithNote('completed', 'Completed, the rest may not be repeated'),
	},
	'weekly-report': {
		...ANY,
		...items('Some agents could not be read', 'No agent could be read'),
		/** Calls were refused or failed, and the report says which. */
		incomplete: doneWithNote('completed', 'Completed, some numbers are missing'),
	},
} as const satisfies Record<string, Record<keyof typeof ANY, Ending> & Record<string, Ending>>;

type Tasks = typeof OUTCOMES;

/** The name of a row. */
export type EndingOf<Type extends keyof Tasks> = keyof Tasks[Type] & string;

/** How a completed task ended. */
export interface Verdict<End extends string = string> {
	ending: End;
	/** One sentence for a person; if the task did not succeed, the reason. */
	message: string;
	/** What a notice of a success says beside its word, in a sentence. Default: nothing. */
	summary?: string;
	/** What did not succeed, each with its reason: agents, sources or addresses. */
	failures?: Failure[];
	/** The type of the error that most of them have. Default: none has one. */
	cause?: string;
}

/** One of many items that did not succeed. */
export interface Failure {
	/** The id of the agent, the name of the source, or the address. */
	path: string;
	/** In a sentence. */
	message: string;
}

/** The row of an end; null if this version knows no such task or end. */
export function endingNamed(type: string, ending: string): Ending | null {
	if (!isOutcomesOf(type)) return null;
	const rows: Readonly<Record<string, Ending>> = OUTCOMES[type];
	return Object.hasOwn(rows, ending) ? (rows[ending] ?? null) : null;
}

function isOutcomesOf(type: string): type is keyof Tasks {
	return Object.hasOwn(OUTCOMES, type);
}

/** The verdict on a task of many items. @param good number of items with the requested outcome */
export function verdictOnItems(
	good: number,
	total: number,
	message: string,
): Verdict<'completed' | 'nothing_to_do' | 'partly_failed' | 'none_done'> {
	if (good === total) return { ending: total === 0 ? 'nothing_to_do' : 'completed', message };
	return { ending: good === 0 ? 'none_done' : 'partly_failed', message };
}

/** An item of a result that did not succeed. */
interface FailedItem {
	path: string;
	/** What became of it, if it has no error. */
	status: string;
	error: { type: string; title: string; detail: string } | null;
}

/** What a verdict says about the items that did not succeed. */
export function failuresOf(items: readonly FailedItem[]): Required<Pick<Verdict, 'failures'>> & Pick<Verdict, 'cause'> {
	const failures = items.map(({ path, status, error }) => ({
		path,
		message: error === null ? `${status.replaceAll('_', ' ')}.` : `${error.title}: ${error.detail}`,
	}));
	const types = items.flatMap(({ error }) => (error === null ? [] : [error.type]));
	const timesOf = (type: string) => types.filter((each) => each === type).length;
	const [cause] = [...new Set(types)].toSorted((one, other) => timesOf(other) - timesOf(one));
	return { failures, ...(cause === undefined ? {} : { cause }) };
}

/** Separates the two parts of the last stage of a task, so that lists show its end without its result. */
const MARK = ':';

/** The last stage of a task, as its search attribute has it: `completed:expired`. Without a mark if they are the same. */
export function lastStage(stage: string, ending: string): string {
	return stage === ending && stage !== 'completed' ? stage : `${stage}${MARK}${ending}`;
}

/** @returns the stage as the API shows it, and the end; null for one while it runs, or of an older version */
export function stageParts(attribute: string): { stage: string; ending: string | null } {
	const at = attribute.indexOf(MARK);
	return at === -1
		? { stage: attribute, ending: null }
		: { stage: attribute.slice(0, at), ending: attribute.slice(at + 1) };
}
