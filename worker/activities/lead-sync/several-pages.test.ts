import type { SyncedPage } from '../../../workflows/lead-sync/activities';
import type { LeadCursor } from '../../../workflows/lead-sync/cursor';
import { DestinationTurns } from './destination-turns';
import { AT_ONCE, dispatch, LEADS, OF, PagesOfLeads, Taken } from './testing/pages-of-leads';

let service: PagesOfLeads;

beforeEach(async () => {
	// A dispatch that takes long reads fewer pages.
	vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
	service = new PagesOfLeads();
	await service.start();
});
afterEach(async () => {
	vi.useRealTimers();
	await service.stop();
});

it.each([false, true])(
	'looks for news with one call, and reads on with several (a cursor is kept: %s)',
	async (keeps) => {
		const taken = new Taken();
		const first = await dispatch(service, taken, null, { keeps });
		expect([service.offsets.length, first.written]).toEqual([1, 100]);
		const second = await dispatch(service, taken, first.cursor, { keeps });
		expect([service.offsets.length, second.written]).toEqual([1 + AT_ONCE, AT_ONCE * 90]);
		const third = await dispatch(service, taken, second.cursor, { keeps });
		const fourth = await dispatch(service, taken, third.cursor, { keeps });
		expect(fourth.cursor.pass).toBeNull();
		expect([taken.ids.length, new Set(taken.ids).size]).toEqual([LEADS, LEADS]);
		expect(first.written + second.written + third.written + fourth.written).toBe(LEADS);
	},
);

it('keeps the pages before one that fails, and reports the failure with the next dispatch', async () => {
	const taken = new Taken();
	const { cursor } = await dispatch(service, taken, null);
	service.refusedFrom = 4;
	const second = await dispatch(service, taken, cursor);
	expect([second.written, taken.ids.length]).toEqual([180, 280]);
	await expect(dispatch(service, taken, second.cursor)).rejects.toMatchObject({
		message: expect.stringContaining('503') as string,
	});
	service.refusedFrom = Infinity;
	expect((await dispatch(service, taken, second.cursor)).written).toBe(AT_ONCE * 90);
});

it('stops where leads are refused, so that the sync counts them first', async () => {
	const taken = new Taken([LEADS - 150]);
	const { cursor } = await dispatch(service, taken, null);
	const second = await dispatch(service, taken, cursor);
	expect(second).toMatchObject({ written: 89, refused: [{ leadId: LEADS - 150 }] });
	expect(service.offsets).toHaveLength(2);
});

it('reads on where the destination is, if the response of a dispatch was lost', async () => {
	const taken = new Taken([LEADS - 400]);
	const { cursor } = await dispatch(service, taken, null, { keeps: true });
	await dispatch(service, taken, cursor, { keeps: true });
	const again = await dispatch(service, taken, cursor, { keeps: true });
	expect(again.refused).toEqual([{ leadId: LEADS - 400, reason: 'No.' }]);
	expect(new Set(taken.ids).size).toBe(taken.ids.length);
});

it('asks for nothing while others hold every turn at the destination', async () => {
	const taken = new Taken();
	const turns = new DestinationTurns(1);
	let end = () => {};
	const other = turns.take(OF.destination, () => new Promise<void>((resolve) => (end = resolve)));
	await expect(dispatch(service, taken, null, { turns })).rejects.toMatchObject({ type: 'not_yet' });
	expect([service.offsets, taken.ids]).toEqual([[], []]);
	end();
	await other;
	expect((await dispatch(service, taken, null, { turns })).written).toBe(100);
});

it.each([false, true])(
	'writes the leads that the filter wants, and counts the others once (a cursor is kept: %s)',
	async (keeps) => {
		const taken = new Taken();
		const skipped: Array<number | undefined> = [];
		const filter = { excludeEmails: ['@our-company.example'] };
		let cursor: LeadCursor | null = null;
		do {
			const page: SyncedPage = await dispatch(service, taken, cursor, { keeps, filter });
			skipped.push(page.skipped?.email);
			cursor = page.cursor;
		} while (cursor.pass !== null);
		expect([taken.ids.length, new Set(taken.ids).size]).toEqual([0.9 * LEADS, 0.9 * LEADS]);
		expect(skipped.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(0.1 * LEADS);
		await expect(dispatch(service, taken, cursor, { keeps, filter })).rejects.toMatchObject({ type: 'not_yet' });
	},
);

it('ends a pass in which no lead is wanted', async () => {
	const filter = { countries: ['SE'] };
	const taken = new Taken();
	let page = await dispatch(service, taken, null, { filter });
	while (page.cursor.pass !== null) page = await dispatch(service, taken, page.cursor, { filter });
	expect(taken.ids).toEqual([]);
	expect(page).toMatchObject({ written: 0, cursor: { completeAt: expect.any(Number) as number } });
});
