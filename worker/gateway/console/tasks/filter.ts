import type { BulkFilter, TaskFilterName } from '../api/types';
import { PERIODS, startedIn } from './days';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** A list refuses a wrong one itself. */
const anyText = () => true;
const isYesOrNo = (value: string) => value === 'true' || value === 'false';
const isDay = (text: string) => DAY.test(text) && !Number.isNaN(Date.parse(text));

/** The filters that the page's address may have: those of the list, but days and periods in place of times of the start. */
const FITS = {
	type: anyText,
	status: anyText,
	ended: isYesOrNo,
	needsAttention: isYesOrNo,
	waitsForPerson: isYesOrNo,
	connection: anyText,
	agentId: anyText,
	search: anyText,
	endedFrom: anyText,
	endedBefore: anyText,
	parent: anyText,
	period: (value: string) => PERIODS.some(({ name }) => name === value),
	from: isDay,
	to: isDay,
} as const satisfies Record<
	Exclude<TaskFilterName, 'startedFrom' | 'startedBefore'> | 'period' | 'from' | 'to',
	(value: string) => boolean
>;

export type FilterName = keyof typeof FITS;

/** Which tasks are shown, as the page's address has it. */
export type Filter = Readonly<Partial<Record<FilterName, string>>>;

const isName = (name: string): name is FilterName => Object.hasOwn(FITS, name);

/**
 * The filter of an address.
 * @returns `strange`: what the page does not know, which would restrict nothing without a word
 */
export function filterIn(query: Readonly<Record<string, string>>): { filter: Filter; strange: string[] } {
	const given = Object.entries(query).filter(([, value]) => value !== '');
	const fits = ([name, value]: [string, string]) => isName(name) && FITS[name](value);
	return {
		filter: Object.fromEntries(given.filter(fits)),
		strange: given.filter((each) => !fits(each)).map(([name, value]) => `${name}=${value}`),
	};
}

/** Which part of all tasks a list shows, as GET /v1/tasks takes it. */
export interface Part {
	ended?: boolean;
	waitsForPerson?: boolean;
	fresh?: boolean;
	reasons?: boolean;
}

/** What GET /v1/tasks takes for a part of the tasks of a filter. Null: no task of the part matches. */
export function listQueryOf(filter: Filter, part: Part): Record<string, string> | null {
	const { from, to, period, ...wanted } = filter;
	const flags = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, String(value)]));
	const isElse = (name: 'ended' | 'waitsForPerson') =>
		wanted[name] !== undefined && flags[name] !== undefined && wanted[name] !== flags[name];
	const isOfStatus = filter.status === undefined || (filter.status === 'running') !== (part.ended === true);
	// Only an ended task can need a look, and only a running one can wait.
	const isOfState = part.ended === true ? filter.waitsForPerson !== 'true' : filter.needsAttention !== 'true';
	const endsNever = part.ended !== true && (filter.ended === 'true' || filter.endedFrom !== undefined);
	if (isElse('ended') || isElse('waitsForPerson') || !isOfStatus || !isOfState || endsNever) return null;
	return { ...wanted, ...startedIn({ from, to, period }), ...flags };
}

/** A filter as a bulk action has it. */
export function bulkFilterOf(filter: Filter): BulkFilter {
	const { from, to, period, ...wanted } = filter;
	const fields = Object.entries(wanted).map(([name, value]) => [
		name,
		isName(name) && FITS[name] === isYesOrNo ? value === 'true' : value,
	]);
	return { ...(Object.fromEntries(fields) as BulkFilter), ...startedIn({ from, to, period }) };
}
