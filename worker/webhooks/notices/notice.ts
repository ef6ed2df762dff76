import { CONNECTION } from '../../../workflows/connection-incident/incident';
import type { TaskEvent } from '../../../workflows/task/event';
import { type Fact, wordsOf } from './event-words';
import { cut, plainLine } from './plain-text';

export type { Fact } from './event-words';

/** What people read of an event, whatever program shows it. All texts are plain: nothing in them is markup. */
export interface Notice {
	/** One line. */
	title: string;
	sentences: string[];
	/** A list: addresses with their outcomes, or leads with their reasons. */
	items: string[];
	facts: Fact[];
	/** The only link. */
	link: { label: string; url: string };
}

/** The pages of the gateway. */
export interface PageLinks {
	task(taskId: string): string;
	/** The sync on the page of all syncs. */
	sync(taskId: string): string;
	/** The refused leads of a sync. */
	refusedLeads(taskId: string): string;
	/** All tasks that somebody has to look at. */
	failures: string;
	/** All syncs. */
	syncs: string;
	/** All schedules and hooks. */
	schedules: string;
	/** What is wrong now, and what works again. */
	incidents: string;
	/** The page that decides. Its address is a secret. */
	review(event: TaskEvent): string | null;
}

/** Most characters of each part, so that a message stays readable and below the limits of chats. */
export const NOTICE_LIMITS = {
	title: 140,
	sentences: 6,
	sentence: 480,
	items: 10,
	item: 240,
	facts: 10,
	label: 30,
	value: 200,
} as const;

/** How the people of a message read times. */
export interface Readers {
	/** IANA name. */
	timeZone: string;
	/** BCP 47: the language of dates. */
	locale: string;
}

export function noticeOf(event: TaskEvent, readers: Readers, links: PageLinks): Notice {
	const { at, task, sample = false } = event;
	const words = wordsOf(event, (time) => timeFor(readers, time));
	const { title, sentences, items = [], itemsInAll = items.length, facts = [], page } = words;
	const about: Fact[] = [
		...(task.agentId === null || event.incident !== undefined ? [] : [{ label: 'Agent', value: task.agentId }]),
		...(task.connection === null ? [] : [{ label: 'Connection', value: task.connection }]),
		{ label: 'Time', value: timeFor(readers, at) },
		...(hasTask(event, page) ? [{ label: 'Task', value: task.id }] : []),
	];
	const all = sample ? ['This is a sample. Nothing happened, and the link leads nowhere.', ...sentences] : sentences;
	return {
		title: line(sample ? `Sample: ${title}` : title, NOTICE_LIMITS.title),
		sentences: all
			.map((each) => line(each, NOTICE_LIMITS.sentence))
			.filter((each) => each !== '')
			.slice(0, NOTICE_LIMITS.sentences),
		items: shortList(items, itemsInAll),
		facts: [...facts, ...about].slice(0, NOTICE_LIMITS.facts).map(({ label, value }) => ({
			label: line(label, NOTICE_LIMITS.label),
			value: line(value, NOTICE_LIMITS.value),
		})),
		link: linkTo(page, event, links),
	};
}

/** A run that has not begun is no task yet, so its message leads to the schedules. */
function hasTask({ incident, task }: TaskEvent, page: ReturnType<typeof wordsOf>['page']): boolean {
	return incident === undefined && task.type !== CONNECTION && page !== 'schedules';
}

/**
 * The same where messages cannot be threads: it says which incident it continues.
 * @param title of the first message @param beganAt ISO 8601
 */
export function continuingNotice(notice: Notice, title: string, beganAt: string, readers: Readers): Notice {
	const sentence = line(`Continues: ${title}. It began at ${timeFor(readers, beganAt)}.`, NOTICE_LIMITS.sentence);
	return { ...notice, sentences: [sentence, ...notice.sentences].slice(0, NOTICE_LIMITS.sentences) };
}

/** A notice as lines of plain text, without its link. */
export function linesOf({ title, sentences, items, facts }: Notice): string[] {
	return [
		title,
		'',
		...sentences,
		...(items.length === 0 ? [] : ['', ...items.map((item) => `- ${item}`)]),
		'',
		...facts.map(({ label, value }) => `${label}: ${value}`),
	];
}

function linkTo(page: ReturnType<typeof wordsOf>['page'], event: TaskEvent, links: PageLinks): Notice['link'] {
	const { id } = event.task;
	switch (page) {
		case 'review':
			return { label: 'Read and decide', url: links.review(event) ?? links.task(id) };
		case 'sync':
			return { label: 'Open the sync', url: links.sync(id) };
		case 'refused-leads':
			return { label: 'See the refused leads', url: links.refusedLeads(id) };
		case 'syncs':
			return { label: 'See all syncs', url: links.syncs };
		case 'schedules':
			return { label: 'See the schedules', url: links.schedules };
		case 'incidents':
			return { label: 'See all incidents', url: links.incidents };
		case 'failures':
			return { label: 'See all that need a look', url: links.failures };
		case 'task':
			return { label: 'Open the task', url: links.task(id) };
	}
}

function line(text: string, limit: number): string {
	return cut(plainLine(text), limit);
}

function shortList(items: readonly string[], inAll: number): string[] {
	const { items: most, item } = NOTICE_LIMITS;
	const isWhole = items.length <= most && inAll <= items.length;
	const shown = items.slice(0, isWhole ? most : most - 1).map((each) => line(each, item));
	return isWhole ? shown : [...shown, `and ${inAll - shown.length} more`];
}

/** A time for people, with the name of its zone. @param time ISO 8601 */
function timeFor({ timeZone, locale }: Readers, time: string): string {
	const date = new Date(time);
	if (Number.isNaN(date.getTime())) return time;
	const text = new Intl.DateTimeFormat(locale, {
		timeZone,
		day: 'numeric',
		month: 'short',
		year: 'numeric',
		hour: '2-digit',
		minute: '2-digit',
	}).format(date);
	return `${text} (${timeZone})`;
}
