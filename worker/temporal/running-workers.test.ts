import { EventEmitter, once } from 'node:events';
import { type RunnableWorker, workerGroup } from './running-workers';

/**
 * Temporal's worker as it behaves from outside. The real one, once its namespace was deleted, takes two minutes to fail
 * and leaves the SDK hanging in the process.
 */
function workerThat(end: 'hangs when it fails' | 'rejects when it fails') {
	let state: ReturnType<RunnableWorker['getState']> = 'RUNNING';
	const events = new EventEmitter();
	return {
		options: { taskQueue: 'the-queue', namespace: 'the-namespace' },
		getState: () => state,
		async run() {
			await once(events, 'end');
			if (state !== 'FAILED') return;
			if (end === 'rejects when it fails') throw new Error('Worker still in use');
			await new Promise(() => undefined);
		},
		shutdown() {
			state = 'STOPPED';
			events.emit('end');
		},
		fail() {
			state = 'FAILED';
			events.emit('end');
		},
	};
}

test.each(['hangs when it fails', 'rejects when it fails'] as const)(
	'one worker that %s is told, takes the others along, and can be stopped',
	async (end) => {
		const [one, other] = [workerThat(end), workerThat(end)];
		const close = vi.fn(() => Promise.reject(new Error('Cannot close connection while Workers hold a reference')));
		const workers = workerGroup(close);
		for (const worker of [one, other]) workers.add(worker);
		one.fail();
		await expect(workers.done).rejects.toThrow(/"the-queue" failed for good.*"the-namespace"/);
		expect(other.getState()).toBe('STOPPED');
		expect(workers.isPolling()).toBe(false);
		await workers.stop();
		expect(close).toHaveBeenCalledTimes(1);
	},
);

test('a stop lets all end and closes what they share, once', async () => {
	const close = vi.fn(() => Promise.resolve());
	const workers = workerGroup(close);
	for (const end of ['hangs when it fails', 'rejects when it fails'] as const) workers.add(workerThat(end));
	await Promise.all([workers.stop(), workers.stop()]);
	await workers.done;
	expect(close).toHaveBeenCalledTimes(1);
});

test('a retired worker ends alone, and one that comes later stops with the others', async () => {
	const [one, other, later] = [
		workerThat('hangs when it fails'),
		workerThat('hangs when it fails'),
		workerThat('hangs when it fails'),
	];
	const workers = workerGroup(() => Promise.resolve());
	for (const worker of [one, other]) workers.add(worker);
	await workers.retire(one);
	expect([one.getState(), other.getState(), workers.isPolling()]).toEqual(['STOPPED', 'RUNNING', true]);
	workers.add(later);
	await workers.stop();
	expect([other.getState(), later.getState(), workers.isPolling()]).toEqual(['STOPPED', 'STOPPED', false]);
	await workers.done;
});

test('a worker that is being replaced leaves the process ready, unless it fails', async () => {
	const [busy, other] = [workerThat('hangs when it fails'), workerThat('hangs when it fails')];
	let state: ReturnType<RunnableWorker['getState']> = 'RUNNING';
	// Its active calls hold it in this state until they end.
	const replaced: RunnableWorker = { ...busy, getState: () => state, shutdown: () => void (state = 'DRAINING') };
	const workers = workerGroup(() => Promise.resolve());
	for (const worker of [replaced, other]) workers.add(worker);
	const ended = workers.retire(replaced);
	expect([replaced.getState(), workers.isPolling()]).toEqual(['DRAINING', true]);
	state = 'FAILED';
	expect(workers.isPolling()).toBe(false);
	state = 'STOPPED';
	busy.shutdown();
	await ended;
	expect(workers.isPolling()).toBe(true);
	await workers.stop();
});

test('a worker that stops by itself makes the process unready', async () => {
	const [one, other] = [workerThat('hangs when it fails'), workerThat('hangs when it fails')];
	const workers = workerGroup(() => Promise.resolve());
	for (const worker of [one, other]) workers.add(worker);
	one.shutdown();
	expect(workers.isPolling()).toBe(false);
	await workers.done;
	expect([other.getState(), workers.isPolling()]).toEqual(['STOPPED', false]);
});
