import { DestinationTurns } from './destination-turns';

const NOT_YET = { type: 'not_yet', nextRetryDelay: 5_000 };

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
