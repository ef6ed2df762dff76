import { isGone } from '../list-reading/read-list';
import { countList } from './count-list';
import type { CountedList, ItemsCounted, NumbersRead, Weeks } from './activities';
import type { AgentSection, FailedSources } from './contract';
import { failedMeasure } from './failed-read';
import { isFailed, type Measure, MEASURES, type Measures, unknown } from './measures';
import { MOST_NAMED, newestQuotes, type Quote } from './quotes';
import type { WeeklyReportTask } from './task';

/** Reads the numbers of one agent. What cannot be read does not stop the rest. */
export async function readAgent(task: WeeklyReportTask, agentId: string, weeks: Weeks): Promise<AgentSection> {
	const section: AgentSection = { agentId, name: null, status: 'read', measures: nothing(), unrecognised: [] };
	const { read } = task;
	try {
		section.name = await read.readAgentName(agentId);
	} catch (error) {
		if (isGone(error)) return { ...section, status: 'gone' };
		// A key may have the scopes for numbers without the scope for agents.
		failedMeasure(error);
	}
	const { measures } = section;
	const numbers = (kind: string, reply: NumbersRead) => {
		section.unrecognised.push(...reply.unrecognised.map((name) => `${kind}: ${name}`));
		return reply.numbers;
	};
	measures.leads = await orReason(() => readLeads(task, agentId, weeks));
	measures.conversations = await orReason(() => readConversations(task, agentId, weeks, numbers));
	measures.openQuestions = await orReason(async () => {
		const counted = await countItems(task, agentId, 'questions', weeks);
		return typeof counted === 'string' ? unknown(counted) : counted;
	});
	measures.failedSources = await orReason(() => readFailedSources(task, agentId));
	Object.assign(measures, await readCod(task, agentId, weeks, numbers));
	const isIncomplete = MEASURES.some((name) => isFailed(measures[name]));
	return { ...section, status: isIncomplete ? 'incomplete' : 'read' };
}

function nothing(): Measures {
	const measures = MEASURES.map((name) => [name, unknown('not_shown')] as const);
	return { ...(Object.fromEntries(measures) as Measures), creditsUsed: unknown('account_only') };
}

async function orReason(read: () => Promise<Measure>): Promise<Measure> {
	try {
		return await read();
	} catch (error) {
		return failedMeasure(error);
	}
}

/** Of a week that has more leads than a report reads, the service counts them by days of UTC. */
async function readLeads(task: WeeklyReportTask, agentId: string, weeks: Weeks): Promise<Measure> {
	const counted = await countItems(task, agentId, 'leads', weeks);
	if (typeof counted !== 'string') return counted;
	const [now, before] = [
		await task.read.countLeadDays({ agentId, weeks, which: 'now' }),
		await task.read.countLeadDays({ agentId, weeks, which: 'before' }),
	];
	return { now, before, note: { reason: 'service_days', detail: '' } };
}

/** Takes the numbers that are known, and notes the others under the kind of the reply. */
type Take = (kind: string, reply: NumbersRead) => NumbersRead['numbers'];

/** Of more conversations than a report reads, or without times, the service's overview has the number. */
async function readConversations(task: WeeklyReportTask, agentId: string, weeks: Weeks, take: Take): Promise<Measure> {
	const counted = await countItems(task, agentId, 'conversations', weeks);
	if (typeof counted !== 'string') return counted;
	const { conversations } = take('overview', await task.read.readOverview(agentId));
	if (conversations === undefined) return unknown(counted);
	return { now: conversations, before: null, note: { reason: 'service_days', detail: '' } };
}

/** @returns a reason if there are more items than a report reads, or items without a time that is known */
async function countItems(
	{ read, state, input }: WeeklyReportTask,
	agentId: string,
	list: CountedList,
	weeks: Weeks,
): Promise<Measure | 'too_many' | 'undated'> {
	const mayQuote = list === 'questions' && input.quoteQuestions;
	const none = { now: 0, before: 0, undated: 0 };
	let sum = { ...none };
	let quotes: Quote[] = [];
	const add = (page: ItemsCounted | null) => {
		quotes = page === null ? [] : newestQuotes([...quotes, ...(page.quotes ?? [])]);
		if (page === null) sum = { ...none };
		else {
			const { now, before, undated } = page;
			sum = { now: sum.now + now, before: sum.before + before, undated: sum.undated + undated };
		}
	};
	const isWhole = await countList(
		(offset, known) => read.countItems({ agentId, list, weeks, offset, known, mayQuote }),
		add,
		list === 'leads',
	);
	if (quotes.length > 0) (state.quoted ??= []).push({ agentId, questions: quotes.map(({ text }) => text) });
	if (!isWhole) return 'too_many';
	return sum.undated === 0 ? { now: sum.now, before: sum.before, note: null } : 'undated';
}

async function readFailedSources({ read, state }: WeeklyReportTask, agentId: string): Promise<Measure> {
	let failed = 0;
	let named: FailedSources['sources'] = [];
	const isWhole = await countList(
		(offset, known) => read.countFailedSources({ agentId, offset, known }),
		(page) => {
			failed = page === null ? 0 : failed + page.failed;
			named = page === null ? [] : [...named, ...(page.named ?? [])].slice(0, MOST_NAMED);
		},
		true,
	);
	if (isWhole && named.length > 0) (state.failedSources ??= []).push({ agentId, sources: named });
	return isWhole ? { now: failed, before: null, note: null } : unknown('too_many');
}

async function readCod(
	{ read }: WeeklyReportTask,
	agentId: string,
	weeks: Weeks,
	take: Take,
): Promise<Pick<Measures, 'codConfirmed' | 'codSettled' | 'codRate'>> {
	try {
		const now = take('cod metrics', await read.readCodMetrics({ agentId, weeks, which: 'now' }));
		const before = (await read.readCodMetrics({ agentId, weeks, which: 'before' })).numbers;
		const isSame = Object.values(now).some((each) => each > 0) && sameNumbers(now, before);
		const of = (name: string): Measure => {
			const [this_, last] = [codNumber(now, name), codNumber(before, name)];
			if (this_ === null && now['total'] !== 0) return unknown('not_shown');
			return { now: this_, before: last, note: isSame ? { reason: 'same_twice', detail: '' } : null };
		};
		return { codConfirmed: of('confirmed'), codSettled: of('settled'), codRate: of('rate') };
	} catch (error) {
		const failed = failedMeasure(error);
		return { codConfirmed: failed, codSettled: failed, codRate: failed };
	}
}

/** Of no orders at all, none are confirmed, whether or not the service shows that 0. There is no rate then. */
function codNumber(numbers: NumbersRead['numbers'], name: string): number | null {
	return numbers[name] ?? (numbers['total'] === 0 && name !== 'rate' ? 0 : null);
}

function sameNumbers(one: NumbersRead['numbers'], other: NumbersRead['numbers']): boolean {
	const names = new Set([...Object.keys(one), ...Object.keys(other)]);
	return [...names].every((name) => one[name] === other[name]);
}
