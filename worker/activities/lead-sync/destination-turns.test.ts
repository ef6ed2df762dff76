import { DestinationTurns } from './destination-turns';

const NOT_YET = { type: 'not_yet', nextRetryDelay: expect.closeTo(5_000, -2) as number };

it('lets so many syncs write to a destination at once, and others write elsewhere meanwhile', async () => {
	const turns = new DestinationTurns(2);
	const ends: Array<() => void> = [];
	const slow = () => turns.take('slow', () => new Promise<void>((end) => ends.push(end)));
	const held = [slow(), slow()];
	const begun: string[] = [];
	await expect(turns.take('slow', () => Promise.resolve(begun.push('slow')))).rejects.toMatchObject(NOT_YET);
	await turns.take('fast', () => Promise.resolve(begun.push('fast')));
	expect(begun).toEqual(['fast']);
	ends.pop()?.();
	await held[1];
	await turns.take('slow', () => Promise.resolve(begun.push('slow')));
	expect(begun).toEqual(['fast', 'slow']);
	ends.pop()?.();
	await held[0];
});

it('gives a turn back when the work fails', async () => {
	const turns = new DestinationTurns(1);
	await expect(turns.take('crm', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
	await expect(turns.take('crm', () => Promise.resolve('written'))).resolves.toBe('written');
});

it('lets syncs come back as turns end, a minute later at most', async () => {
	vi.useFakeTimers();
	try {
		const turns = new DestinationTurns(10);
		const hold = (seconds: number) =>
			turns.take('slow', () => new Promise<void>((end) => setTimeout(end, seconds * 1_000)));
		const held = [20, ...Array.from({ length: 9 }, () => 60)].map(hold);
		await vi.advanceTimersByTimeAsync(20_000);
		held.push(hold(40));
		const refused = await Promise.allSettled(Array.from({ length: 40 }, () => hold(1)));
		const pauses = refused.map((each) => (each.status === 'rejected' ? (each.reason as Refusal).nextRetryDelay : null));
		// A turn took 20 s, and there are ten: one ends every 2 s.
		expect(pauses.slice(0, 4)).toEqual([5_000, 7_000, 9_000, 11_000]);
		expect(pauses.at(-1)).toBe(60_000);
		await vi.advanceTimersByTimeAsync(40_000);
		await Promise.all(held);
	} finally {
		vi.useRealTimers();
	}
});

interface Refusal {
	nextRetryDelay: number;
}
