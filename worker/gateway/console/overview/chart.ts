import type { ConnectionUsage } from '../api/types';
import { counted } from '../words/words';

/** The size of a chart in units of its own. The page stretches it. */
export const CHART = { width: 300, height: 60 } as const;

/** Between two bars. */
const GAP = 1;
/** A bar of one call beside a limit of thousands can be seen too. */
const LOWEST = 1.5;
/** Of the height: the line of the limit stays inside the chart. */
const HEADROOM = 0.92;

export interface Bar {
	/** For a pointer on it. */
	title: string;
	x: number;
	y: number;
	width: number;
	height: number;
	/** Whether these calls were refused because the limit was reached. */
	isLimited: boolean;
}

export interface UsageChart {
	bars: Bar[];
	/** Where the line of the limit is. */
	limitY: number;
	/** How near the limit it came: that is one of a minute, not of the hour. Reports of this minute are under way. */
	load: string;
	/** Everything that the chart shows, for people who cannot see it. */
	text: string;
}

/** A bar per minute, with the calls that were refused at its top, and the limit as a line. */
export function chartOf({ connection, calls, limited, requestsPerMinute }: ConnectionUsage): UsageChart {
	const busiest = Math.max(0, ...calls);
	const unit = (CHART.height * HEADROOM) / Math.max(requestsPerMinute, busiest);
	const step = CHART.width / Math.max(1, calls.length);
	const bars = calls.flatMap((count, minute): Bar[] => {
		if (count === 0) return [];
		const refused = limited[minute] ?? 0;
		const ago = calls.length - 1 - minute;
		const title = `${counted(count, 'call')}, ${ago === 0 ? 'this minute' : `${counted(ago, 'minute')} ago`}`;
		const place = { title, x: minute * step, width: step - GAP };
		const height = Math.max(LOWEST, count * unit);
		const top = refused === 0 ? 0 : Math.max(LOWEST, refused * unit);
		const below = { ...place, y: CHART.height - height, height, isLimited: false };
		return refused === 0 ? [below] : [below, { ...place, y: below.y, height: Math.min(top, height), isLimited: true }];
	});
	return {
		bars,
		load: `Busiest minute: ${shareOf(busiest, requestsPerMinute)}. Last full minute: ${shareOf(calls.at(-2) ?? 0, requestsPerMinute)}.`,
		limitY: CHART.height - requestsPerMinute * unit,
		text: textOf({ connection, calls, limited, requestsPerMinute }, busiest),
	};
}

function shareOf(calls: number, limit: number): string {
	const share = Math.round((calls / limit) * 100);
	return `${calls.toLocaleString('en')} of ${limit.toLocaleString('en')} (${share}%)`;
}

function textOf({ connection, calls, limited, requestsPerMinute }: ConnectionUsage, busiest: number): string {
	const limit = `The limit is ${requestsPerMinute.toLocaleString('en')} a minute.`;
	const total = sum(calls);
	if (total === 0) return `${connection}: no calls in the last hour. ${limit}`;
	const refused = sum(limited);
	const refusals = refused === 0 ? 'none refused' : `${refused.toLocaleString('en')} refused with 429`;
	return `${connection}: ${counted(total, 'call')} in the last hour, at most ${busiest.toLocaleString('en')} in one minute, ${refusals}. ${limit}`;
}

export function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, each) => total + each, 0);
}
