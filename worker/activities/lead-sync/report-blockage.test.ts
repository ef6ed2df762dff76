import { ApplicationFailure } from '@temporalio/common';
import type { Blockage } from '../../../workflows/lead-sync/activities';
import { TIMING } from '../../../workflows/task/timing';
import { failedCall } from '../../../test/support/api/failed-call';
import { DestinationHeldError } from '../../destinations';
import { moreToDo, notYet } from '../../temporal/not-yet';
import { type BlockageNotes, watchBlockage } from './report-blockage';

const { blockedAfterMs, holdMs } = TIMING;
const START = Date.UTC(2026, 10, 1);
const held = new DestinationHeldError('The destination crm is unavailable.');

let notes: BlockageNotes;
let reports: Blockage[];
beforeEach(() => {
	vi.useFakeTimers({ now: START });
	notes = { blockedSince: null, isBlockageReported: false };
	reports = [];
});
afterEach(() => {
	vi.useRealTimers();
});

/** One attempt that fails, so many milliseconds after the first one. */
async function attempt(error: unknown, afterMs: number, report = (each: Blockage) => void reports.push(each)) {
	vi.setSystemTime(START + afterMs);
	const tried = watchBlockage(
		notes,
		(each) => Promise.resolve().then(() => report(each)),
		() => Promise.reject(error as Error),
	);
	return tried.then(
		() => Promise.reject(new Error('It did not fail.')),
		(failure: unknown) => failure as ApplicationFailure,
	);
}

it('reports a blockage once, after five minutes of failed attempts, with the words of the last one', async () => {
	await attempt(held, 0);
	await attempt(held, blockedAfterMs - 1);
	expect(reports).toEqual([]);
	await attempt(held, blockedAfterMs);
	await attempt(held, 2 * blockedAfterMs);
	expect(reports).toEqual([{ since: START, by: 'destination', reason: held.message }]);
});

it('pauses the longer, the longer the attempts have failed, and as long as somebody asks', async () => {
	const unavailable = failedCall({ status: 503, type: 'unavailable' });
	expect((await attempt(unavailable, 0)).nextRetryDelay).toBe(2_000);
	expect((await attempt(unavailable, 60_000)).nextRetryDelay).toBe(6_000);
	expect((await attempt(new Error('of ours'), 24 * 3_600_000)).nextRetryDelay).toBe(300_000);
	expect((await attempt(notYet('Up to date.', 60_000), 0)).nextRetryDelay).toBe(60_000);
});

it('counts anew after an attempt that found nothing new', async () => {
	await attempt(held, 0);
	await attempt(held, blockedAfterMs);
	await attempt(notYet('Up to date.', 1_000), blockedAfterMs + 1);
	const again = blockedAfterMs + 1 + holdMs;
	await attempt(held, again);
	expect(reports.map(({ moves }) => moves)).toEqual([undefined, true]);
	await attempt(held, again + blockedAfterMs);
	expect(reports[2]).toMatchObject({ since: START + again });
});

describe('a page whose blockage was reported', () => {
	const SINCE = START - blockedAfterMs;
	const moves = { since: SINCE, by: 'service', reason: '', moves: true };
	const upToDate = notYet('Up to date.', 1_000);
	const stops = { since: SINCE, by: 'destination', reason: held.message };
	beforeEach(() => {
		notes.reported = { since: SINCE, movesSince: null };
	});

	it('says once that it moves, and a failure after a minute is another blockage', async () => {
		await attempt(held, 0);
		expect(reports).toEqual([]);
		for (const afterMs of [1_000, 30_000, holdMs + 1_000]) await attempt(upToDate, afterMs);
		expect(reports).toEqual([moves]);
		await attempt(held, holdMs + 2_000);
		await attempt(held, holdMs + 2_000 + blockedAfterMs);
		expect(reports.slice(1)).toEqual([{ ...stops, since: START + holdMs + 2_000 }]);
	});

	it('says each time that it stops within a minute, and never that this is a blockage of its own', async () => {
		for (let afterMs = 0; afterMs < 6 * 20_000; afterMs += 40_000) {
			await attempt(upToDate, afterMs);
			await attempt(held, afterMs + 20_000);
		}
		expect(reports).toEqual([moves, stops, moves, stops, moves, stops]);
	});

	it('repeats what was lost', async () => {
		const lost = () => {
			throw new Error('Temporal is unavailable.');
		};
		await attempt(upToDate, 0, lost);
		await attempt(upToDate, 1_000);
		await attempt(held, 2_000, lost);
		await attempt(held, 3_000);
		expect(reports).toEqual([moves, stops]);
	});
});

it('reports again after a report that was lost', async () => {
	await attempt(held, 0);
	await attempt(held, blockedAfterMs, () => {
		throw new Error('Temporal is unavailable.');
	});
	await attempt(held, blockedAfterMs + 1);
	expect(reports).toHaveLength(1);
});

it('reports nothing of an end, and no words of an unknown error', async () => {
	await attempt(ApplicationFailure.nonRetryable('There is no such agent.', 'not_found'), 0);
	expect(notes.blockedSince).toBeNull();
	await attempt(new Error('ada@client.example'), 0);
	await attempt(new Error('ada@client.example'), blockedAfterMs);
	expect(reports).toMatchObject([{ by: 'service', reason: expect.stringContaining('log of the worker') as string }]);
});

it('does not count anew after reads that work while a write is blocked', async () => {
	const write = () =>
		watchBlockage(
			notes,
			() => Promise.resolve(),
			() => Promise.reject(held),
			'write',
		);
	await expect(write()).rejects.toThrow('unavailable');
	await attempt(moreToDo('It reads.'), 1_000);
	expect(notes.blockedSince).toBe(START);
	await attempt(notYet('Up to date.', 1_000), 2_000);
	expect(notes.blockedSince).toBeNull();
	await attempt(held, 3_000);
	await attempt(moreToDo('It reads.'), 4_000);
	expect(notes.blockedSince).toBeNull();
});
