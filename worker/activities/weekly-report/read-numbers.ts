import type { ApiClient } from '../../../api';
import type { NumbersRead, ReadDays } from '../../../workflows/weekly-report/activities';
import { cut, plainLine } from '../../webhooks/notices/plain-text';
import { apiFailure } from '../task/failure';
import { dayAfter } from '../../../api/calendar-days';
import { codNumbersIn, numbersIn, OVERVIEW_NAMES, USAGE_NAMES } from './recognised-numbers';

const LONGEST_NAME = 80;
/** The specification shows no field of an agent beside its id. The first that is there counts. */
const NAMES = ['name', 'title', 'displayName', 'label'];
const DAYS = 7;

/** The agent's name in one line; null if the service shows none. */
export async function readAgentName(api: ApiClient, id: string, signal: AbortSignal): Promise<string | null> {
	const agent: Record<string, unknown> = await orFailure(() => api.call('getAgent', { params: { id }, signal }));
	const name = NAMES.map((each) => agent[each]).find((each) => typeof each === 'string' && each.trim() !== '');
	return typeof name === 'string' ? cut(plainLine(name), LONGEST_NAME) : null;
}

/** The number of leads that the service counts by its own days. */
export async function countLeadDays(api: ApiClient, request: ReadDays, signal: AbortSignal): Promise<number> {
	const { agentId: id } = request;
	const query = { ...daysOf(request), limit: 1, offset: 0 };
	return (await orFailure(() => api.call('listLeads', { params: { id }, query, signal }))).total;
}

export async function readCodMetrics(api: ApiClient, request: ReadDays, signal: AbortSignal): Promise<NumbersRead> {
	const call = { params: { id: request.agentId }, query: daysOf(request), signal };
	return codNumbersIn(await orFailure(() => api.call('getCodMetrics', call)));
}

/** Of the seven days before the call. */
export async function readOverview(api: ApiClient, id: string, signal: AbortSignal): Promise<NumbersRead> {
	const call = { params: { id }, query: { period: '7d' as const }, signal };
	return numbersIn(await orFailure(() => api.call('getOverview', call)), OVERVIEW_NAMES);
}

/** Of the account. */
export async function readUsage(api: ApiClient, signal: AbortSignal): Promise<NumbersRead> {
	return numbersIn(await orFailure(() => api.call('getUsage', { signal })), USAGE_NAMES);
}

function daysOf({ weeks: { firstDay, lastDay }, which }: ReadDays): { startDate: string; endDate: string } {
	const back = which === 'now' ? 0 : -DAYS;
	return { startDate: dayAfter(firstDay, back), endDate: dayAfter(lastDay, back) };
}

/** @throws a typed failure, see `apiFailure` */
async function orFailure<Reply>(call: () => Promise<Reply>): Promise<Reply> {
	try {
		return await call();
	} catch (error) {
		throw apiFailure(error);
	}
}
