import type { FailedTasks, MakeReport, ReportMade } from '../../../workflows/weekly-report/activities';
import type { AgentSection } from '../../../workflows/weekly-report/contract';
import {
	type Measure,
	MEASURES,
	type MeasureName,
	type Measures,
	READINGS,
	sumOf,
	unknown,
} from '../../../workflows/weekly-report/measures';
import { HOUR } from '../../../api/zone-clock';
import { dayAfter } from '../../../api/calendar-days';
import type { KeptReadings, Readings } from './readings';

/** A report that is made later than this after its week says nothing of the end of the week. */
const FRESH_FOR = 36 * HOUR;

/** Completes the sections with what the worker knows itself: its tasks, and the readings of a week before. */
export async function compare(request: MakeReport, kept: KeptReadings): Promise<Pick<ReportMade, 'agents' | 'totals'>> {
	const { weeks, agents: read, failedTasks, isPartial, asOf } = request;
	const isFresh = Date.parse(asOf) - Date.parse(weeks.until) < FRESH_FOR;
	const lastWeek = dayAfter(weeks.firstDay, -7);
	const withReadings = async (agentId: string | null, measures: Measures): Promise<Measures> => {
		if (isFresh) await kept.keep(agentId, weeks.firstDay, readingsOf(measures));
		const own = isFresh ? measures : ofItsWeek(measures, await kept.of(agentId, weeks.firstDay));
		return compared(own, await kept.of(agentId, lastWeek));
	};
	const agents: AgentSection[] = [];
	for (const section of read) {
		const measures = { ...section.measures, failedTasks: tasksOf(failedTasks, section.agentId) };
		agents.push({ ...section, measures: await withReadings(section.agentId, measures) });
	}
	const account = await withReadings(null, accountOf(request.creditsUsed));
	return { agents, totals: totalsOf(agents, account.creditsUsed, isPartial ? null : failedTasks.all) };
}

function tasksOf({ byAgent }: FailedTasks, agentId: string): Measure {
	if (byAgent === null) return unknown('too_many');
	const counts = Object.hasOwn(byAgent, agentId) ? byAgent[agentId] : undefined;
	return { ...(counts ?? { now: 0, before: 0 }), note: null };
}

function accountOf(creditsUsed: Measure): Measures {
	const none = MEASURES.map((name) => [name, unknown('not_shown')] as const);
	return { ...(Object.fromEntries(none) as Measures), creditsUsed };
}

/** States, and what only the service counts: neither can be asked for again in a week. */
function isReading(name: MeasureName, { note, before }: Measure): boolean {
	return READINGS.some((each) => each === name) || (note?.reason === 'service_days' && before === null);
}

function readingsOf(measures: Measures): Readings {
	return Object.fromEntries(
		MEASURES.flatMap((name) => {
			const { now } = measures[name];
			return now !== null && isReading(name, measures[name]) ? [[name, now]] : [];
		}),
	);
}

/** The numbers that a report of the week itself kept, in place of those of today. */
function ofItsWeek(measures: Measures, own: Readings | null): Measures {
	const all = MEASURES.map((name) => {
		const measure = measures[name];
		if (measure.now === null || !isReading(name, measure)) return [name, measure] as const;
		const now = own?.[name];
		return [name, now === undefined ? unknown('made_later') : { ...measure, now }] as const;
	});
	return Object.fromEntries(all) as Measures;
}

function compared(measures: Measures, last: Readings | null): Measures {
	const all = MEASURES.map((name) => {
		const measure = measures[name];
		if (measure.now === null || !isReading(name, measure)) return [name, measure] as const;
		const before = last?.[name] ?? null;
		// Nobody gets used credits back. Against the end of the period before, they would look like fewer.
		if (name === 'creditsUsed' && before !== null && measure.now < before)
			return [name, { ...measure, note: { reason: 'new_period' as const, detail: '' } }] as const;
		const note = measure.note ?? (before === null ? { reason: 'no_week_before' as const, detail: '' } : null);
		return [name, { ...measure, before, note }] as const;
	});
	return Object.fromEntries(all) as Measures;
}

/** @param failedTasks of all agents together; null: of those that are named */
function totalsOf(
	agents: readonly AgentSection[],
	creditsUsed: Measure,
	failedTasks: { now: number; before: number } | null,
): Measures {
	const sums = MEASURES.map((name) => [name, sumOf(agents.map(({ measures }) => measures[name]))] as const);
	const totals = { ...(Object.fromEntries(sums) as Measures), creditsUsed };
	if (failedTasks !== null) totals.failedTasks = { ...failedTasks, note: null };
	totals.codRate = rateOf(agents, totals);
	return totals;
}

/** The rate that the service shows for a single agent. Over several: of all orders that are decided. */
function rateOf(agents: readonly AgentSection[], { codConfirmed, codSettled }: Measures): Measure {
	const rates = agents.map(({ measures }) => measures.codRate).filter(({ now }) => now !== null);
	const [only] = rates;
	if (only !== undefined && rates.length === 1) return only;
	const share = (confirmed: number | null, settled: number | null) =>
		confirmed === null || settled === null || settled === 0 ? null : confirmed / settled;
	return {
		now: share(codConfirmed.now, codSettled.now),
		before: share(codConfirmed.before, codSettled.before),
		note: codConfirmed.note,
	};
}
