import { OneByOne } from './one-by-one';

test('one begins when the one before has ended, in their order, and whoever gives up holds up nobody', async () => {
	const turns = new OneByOne();
	const began: string[] = [];
	const begin = async (name: string, signal?: AbortSignal) => {
		const end = await turns.begin(signal);
		began.push(name);
		return end;
	};
	const first = await begin('first');
	const giving = new AbortController();
	const [second, third] = [begin('second', giving.signal), begin('third')];
	giving.abort(new Error('Cancelled.'));
	await expect(second).rejects.toThrow('Cancelled.');
	expect(began).toEqual(['first']);
	first();
	(await third)();
	expect(began).toEqual(['first', 'third']);
	await expect(begin('late', giving.signal)).rejects.toThrow('Cancelled.');
	(await begin('last'))();
});
