import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MakeReport } from '../../../workflows/weekly-report/activities';
import type { Measure } from '../../../workflows/weekly-report/measures';
import { someAgent } from '../../reports/testing/some-report';
import { DirectoryStore } from '../../storage/blobs/directory-store';
import { compare } from './compare';
import { dayAfter } from '../../../api/calendar-days';
import { planWeeks } from './plan-weeks';
import { KeptReadings } from './readings';

const WEEKS = planWeeks({ connection: 'c', at: '2026-11-23T06:00:00Z' }, {});
const [ON_MONDAY, ON_FRIDAY] = ['2026-11-23T06:00:00.000Z', '2026-11-27T06:00:00.000Z'];
const LAST_WEEK = dayAfter(WEEKS.firstDay, -7);

const count = (now: number | null): Measure => ({ now, before: null, note: null });

let folder: string;
let kept: KeptReadings;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-compare-'));
	kept = new KeptReadings(new DirectoryStore(folder), 'c');
});
afterEach(() => rm(folder, { recursive: true }));

function request(failedSources: Measure, more: Partial<MakeReport> = {}): MakeReport {
	const agent = someAgent('a', 'A');
	return {
		weeks: WEEKS,
		connection: 'c',
		asOf: ON_MONDAY,
		run: 'run-1',
		agents: [{ ...agent, measures: { ...agent.measures, failedSources } }],
		creditsUsed: count(500),
		failedTasks: { all: { now: 3, before: 1 }, byAgent: { a: { now: 2, before: 1 } } },
		isPartial: false,
		calls: 9,
		...more,
	};
}

describe('states in a report', () => {
	beforeEach(async () => {
		await kept.keep('a', LAST_WEEK, { failedSources: 4 });
		await kept.keep(null, LAST_WEEK, { creditsUsed: 300 });
	});

	it('are compared with those that the report of the week before kept', async () => {
		const { totals } = await compare(request(count(6)), kept);
		expect(totals.failedSources).toEqual({ now: 6, before: 4, note: null });
		expect(totals.creditsUsed).toEqual({ now: 500, before: 300, note: null });
	});

	it('are not those of today in a report on a week that is long over', async () => {
		const { totals } = await compare(request(count(6), { asOf: ON_FRIDAY }), kept);
		expect(totals.failedSources).toEqual({ now: null, before: null, note: { reason: 'made_later', detail: '' } });
		expect(totals.creditsUsed).toMatchObject({ now: null, note: { reason: 'made_later' } });
	});

	it('are those of the report of that week, if there was one', async () => {
		await compare(request(count(6)), kept);
		const { totals } = await compare(request(count(60), { asOf: ON_FRIDAY, creditsUsed: count(900) }), kept);
		expect(totals.failedSources).toEqual({ now: 6, before: 4, note: null });
		expect(totals.creditsUsed).toEqual({ now: 500, before: 300, note: null });
	});

	it('are kept by the next report of the week, if the first one could not read them', async () => {
		const nothing = { now: null, before: null, note: { reason: 'unavailable' as const, detail: '' } };
		await compare(request(nothing, { creditsUsed: nothing }), kept);
		await compare(request(count(6)), kept);
		expect(await kept.of('a', WEEKS.firstDay)).toEqual({ failedSources: 6 });
		expect(await kept.of(null, WEEKS.firstDay)).toEqual({ creditsUsed: 500 });
	});

	it('show no fall of the credits where a period of the plan began in between', async () => {
		const { totals } = await compare(request(count(6), { creditsUsed: count(20) }), kept);
		expect(totals.creditsUsed).toEqual({ now: 20, before: null, note: { reason: 'new_period', detail: '' } });
	});
});

describe('failed tasks in a report', () => {
	it('have no number by agent where there are too many to look at each', async () => {
		const failedTasks = { all: { now: 5_000, before: 1 }, byAgent: null };
		const { agents, totals } = await compare(request(count(0), { failedTasks }), kept);
		expect(agents[0]?.measures.failedTasks).toEqual({
			now: null,
			before: null,
			note: { reason: 'too_many', detail: '' },
		});
		expect(totals.failedTasks).toEqual({ now: 5_000, before: 1, note: null });
		const some = await compare(request(count(0), { failedTasks, isPartial: true }), kept);
		expect(some.totals.failedTasks).toMatchObject({ now: null, note: { reason: 'too_many' } });
	});
});
