import { Board } from './board.mjs';

/** What a listener sees of each step. */
function watched(board: Board): string[] {
	const seen: string[] = [];
	board.onChange(({ title, state, detail }) => {
		seen.push([title, state, detail].join(' | '));
	});
	return seen;
}

function settable() {
	let resolve: () => void = () => undefined;
	const promise = new Promise<void>((done) => {
		resolve = done;
	});
	return { promise, resolve: () => resolve() };
}

it('a step that waits says for what, and begins when all of it is done', async () => {
	const board = new Board();
	const seen = watched(board);
	const [packages, server] = [settable(), settable()];
	const step = board.step('Worker', () => Promise.resolve('up'), {
		'the packages': packages.promise,
		'the server': server.promise,
	});
	server.resolve();
	await server.promise;
	await Promise.resolve();
	packages.resolve();
	expect(await step).toBe('up');
	expect(seen).toEqual([
		'Worker | running | waiting for the packages and the server',
		'Worker | running | waiting for the packages',
		'Worker | running | ',
		'Worker | done | ',
	]);
});

it('a step whose wait fails was none, so that only the cause is shown', async () => {
	const board = new Board();
	const cause = board.step('Packages', () => Promise.reject(new Error('npm failed\nmore')));
	const step = board.step('Worker', () => Promise.resolve(), { 'the packages': cause });
	await expect(step).rejects.toThrow('npm failed');
	expect(board.steps.map(({ title, state, detail }) => [title, state, detail])).toEqual([
		['Packages', 'failed', 'npm failed'],
	]);
});

it('a step that waits for nothing begins at once', async () => {
	const board = new Board();
	const seen = watched(board);
	await board.step('Ports', () => Promise.resolve());
	expect(seen).toEqual(['Ports | running | ', 'Ports | done | ']);
});
