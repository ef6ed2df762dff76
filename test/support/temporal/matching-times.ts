import type { Client } from '@temporalio/client';
import { specOf } from '../../../worker/tasks/schedules/describe-schedule';
import { nextTimes } from '../../../worker/tasks/schedules/next-times';
import { matchingTimes } from '../../../worker/tasks/schedules/schedule-calls';
import type { BackfillSpan, ScheduleTiming } from '../../../worker/tasks/schedules';
import { GRPC, grpcCodeOf } from '../../../worker/temporal/grpc-code';
import { ZoneClock } from '../../../api/zone-clock';

/** Two years with each zone's clock changes twice. */
export const TWO_YEARS: BackfillSpan = {
	from: new Date('2026-06-01T00:00:00Z'),
	to: new Date('2028-06-01T00:00:00Z'),
};
const WEEK_MS = 7 * 86_400_000;
/** The server lists at most this number of times at once. */
const PAGE = 1000;
/** Schedules that exist at the same time. */
const AT_ONCE = 4;
/** The server gives up a list after some seconds, which a busy machine exceeds. */
const ATTEMPTS = 5;

export type Timing = Pick<ScheduleTiming, 'cron' | 'timeZone'>;

/** The first week, and a week on each side of every clock change of the two years. */
export function weeksOfChanges(timeZone: string): BackfillSpan[] {
	const { from, to } = TWO_YEARS;
	const changes = [...ZoneClock.of(timeZone).changes(from.getTime(), to.getTime())];
	const weeks = changes.map(({ at }) => ({ from: new Date(at - WEEK_MS), to: new Date(at + WEEK_MS) }));
	return [{ from, to: new Date(from.getTime() + WEEK_MS) }, ...weeks];
}

/**
 * Compares the product's times with those that a real server lists for a paused schedule.
 * @returns a line for each schedule with a difference, with the first time that differs
 */
export async function differencesOf(
	client: Client,
	timings: readonly Timing[],
	spans = [TWO_YEARS],
): Promise<string[]> {
	const left = [...timings.entries()];
	const found: string[] = [];
	const compareNext = async (): Promise<void> => {
		for (let next = left.shift(); next !== undefined; next = left.shift()) {
			const [index, timing] = next;
			const difference = await differenceOf(client, `compared-${index}`, timing, spans);
			if (difference !== null) found.push(difference);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, compareNext));
	return found.sort();
}

async function differenceOf(
	client: Client,
	scheduleId: string,
	timing: Timing,
	spans: readonly BackfillSpan[],
): Promise<string | null> {
	const handle = await client.schedule.create({
		scheduleId,
		spec: specOf({ ...timing, jitterSeconds: 0 }),
		action: { type: 'startWorkflow', workflowType: 'none', taskQueue: 'none' },
		state: { paused: true },
	});
	try {
		for (const span of spans) {
			const difference = await differenceWithin(client, scheduleId, timing, span);
			if (difference !== null) return difference;
		}
		return null;
	} finally {
		await handle.delete();
	}
}

async function differenceWithin(
	client: Client,
	scheduleId: string,
	timing: Timing,
	{ from, to }: BackfillSpan,
): Promise<string | null> {
	for (let after = from; ;) {
		const theirs = await listed(client, scheduleId, { from: after, to });
		const ours = nextTimes(timing, Math.min(theirs.length + 1, PAGE), after).filter((time) => time <= to);
		const [server, product] = [textsOf(theirs), textsOf(ours)];
		const at = Array.from({ length: Math.max(server.length, product.length) }).findIndex(
			(_, index) => server[index] !== product[index],
		);
		if (at !== -1)
			return `${timing.cron.join(' | ')} in ${timing.timeZone}: Temporal ${server[at]}, preview ${product[at]}`;
		const last = theirs.at(-1);
		if (theirs.length < PAGE || last === undefined) return null;
		after = last;
	}
}

async function listed(client: Client, scheduleId: string, span: BackfillSpan): Promise<Date[]> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await matchingTimes(client, scheduleId, span);
		} catch (error) {
			if (grpcCodeOf(error) !== GRPC.deadlineExceeded || attempt === ATTEMPTS) throw error;
		}
	}
}

function textsOf(times: readonly Date[]): string[] {
	return times.map((time) => time.toISOString());
}
