import { visibleLine } from '../../../api';
import type { NumbersRead } from '../../../workflows/weekly-report/activities';

/**
 * The names under which a service may show a number, without wrappers, in lower case and without separators. The first
 * that is there counts. The specification does not show the fields of these replies.
 */
export type KnownNames = Readonly<Record<string, readonly string[]>>;

export const OVERVIEW_NAMES: KnownNames = {
	conversations: [
		'conversations',
		'conversations.total',
		'conversations.count',
		'totalconversations',
		'conversationstotal',
		'conversationscount',
		'conversationcount',
	],
};

export const COD_NAMES: KnownNames = {
	total: ['total', 'totalconfirmations', 'confirmationstotal', 'confirmations', 'confirmations.total', 'totalorders'],
	confirmed: ['confirmed', 'confirmed.count', 'confirmedcount', 'totalconfirmed', 'confirmedorders'],
	pending: ['pending', 'pending.count', 'pendingcount', 'totalpending', 'pendingorders'],
	settled: ['settled', 'settledcount', 'totalsettled', 'decided'],
	rate: ['confirmationrate', 'confirmedrate', 'rate', 'rates.confirmation', 'rates.confirmed', 'confirmationpercent'],
};

export const USAGE_NAMES: KnownNames = {
	creditsUsed: [
		'messagecredits.used',
		'messagecreditsused',
		'usedmessagecredits',
		'credits.used',
		'creditsused',
		'usedcredits',
		'messages.used',
	],
};

/** Objects that replies wrap around their numbers, which say nothing. */
const WRAPPERS = ['data', 'summary', 'metrics', 'stats', 'result', 'results', 'totals', 'usage', 'overview'];

const MOST_UNRECOGNISED = 10;
const DEEPEST = 4;
const LONGEST_NAME = 60;

/** Reads the numbers of a free-form reply that have known names, and names the other ones. */
export function numbersIn(reply: unknown, known: KnownNames): NumbersRead {
	const shown = new Map<string, Shown>();
	for (const leaf of leavesOf(reply)) if (!shown.has(leaf.known)) shown.set(leaf.known, leaf);
	const used = new Set<string>();
	const numbers: Record<string, number> = {};
	for (const [number, names] of Object.entries(known)) {
		const name = names.find((each) => shown.has(each));
		for (const each of names) used.add(each);
		const value = name === undefined ? undefined : shown.get(name)?.value;
		if (value !== undefined) numbers[number] = value;
	}
	const others = [...shown.values()].filter((each) => !used.has(each.known));
	return {
		numbers,
		unrecognised: others.slice(0, MOST_UNRECOGNISED).map(({ path }) => visibleLine(path).slice(0, LONGEST_NAME)),
	};
}

/**
 * Cash-on-delivery numbers. How many orders are decided follows from the total and those that wait. A rate may be a share
 * or a percentage.
 */
export function codNumbersIn(reply: unknown): NumbersRead {
	const { numbers, unrecognised } = numbersIn(reply, COD_NAMES);
	const { total, pending, settled, confirmed, rate } = numbers;
	const decided = settled ?? (total === undefined || pending === undefined ? undefined : Math.max(0, total - pending));
	return {
		unrecognised,
		numbers: {
			...numbers,
			...(decided === undefined ? {} : { settled: decided }),
			...(rate === undefined ? {} : { rate: shareOf(rate, confirmed, decided) }),
		},
	};
}

/** A rate up to 1 may be one per cent or all of them. The numbers that it comes from say which. */
function shareOf(rate: number, confirmed?: number, decided = 0): number {
	if (rate > 1) return rate / 100;
	if (confirmed === undefined || decided === 0) return rate;
	const share = confirmed / decided;
	return Math.abs(rate / 100 - share) < Math.abs(rate - share) ? rate / 100 : rate;
}

interface Shown {
	/** As the service writes it. */
	path: string;
	known: string;
	value: number;
}

function* leavesOf(value: unknown, path: readonly string[] = []): Generator<Shown> {
	if (typeof value === 'number') {
		if (Number.isFinite(value) && value >= 0) yield { path: path.join('.'), known: knownName(path), value };
		return;
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value) || path.length === DEEPEST) return;
	for (const [name, each] of Object.entries(value)) yield* leavesOf(each, [...path, name]);
}

function knownName(path: readonly string[]): string {
	const plain = path.map((name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
	return plain.filter((name, index) => index === plain.length - 1 || !WRAPPERS.includes(name)).join('.');
}
