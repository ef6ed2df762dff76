import { ReceiverNotAskedError, Receivers } from './receivers';

const SILENT_MS = 10_000;

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

/** Attempts to receivers that respond or do not. */
function receivers(slots: number) {
	const asked: string[] = [];
	const changes: string[] = [];
	const all = new Receivers(slots, (host, rests) => changes.push(`${host} ${rests ? 'rests' : 'is back'}`));
	const after = (ms: number, error?: Error) =>
		new Promise<string>((resolve, reject) => {
			setTimeout(() => (error === undefined ? resolve('answered') : reject(error)), ms);
		});
	const attempt = (name: string, send: () => Promise<string>) =>
		all
			.attempt(name, name, () => {
				asked.push(name);
				return send();
			})
			.catch((error: unknown) => (error instanceof ReceiverNotAskedError ? error.why : 'failed'));
	return {
		asked,
		changes,
		silent: (name: string) => attempt(name, () => after(SILENT_MS, new Error('timeout'))),
		answers: (name: string, ms = 10) => attempt(name, () => after(ms)),
		refuses: (name: string) => attempt(name, () => after(1, new Error('ECONNREFUSED'))),
	};
}

/** A receiver that rests after three attempts without a response. */
async function resting() {
	const used = receivers(50);
	const tried = Promise.all(Array.from({ length: 3 }, () => used.silent('dead')));
	await vi.advanceTimersByTimeAsync(SILENT_MS);
	expect(await tried).toEqual(['failed', 'failed', 'failed']);
	used.asked.length = 0;
	return used;
}

test('a receiver without a response holds half of the slots, and the next ones find free ones', async () => {
	const { silent, asked } = receivers(10);
	for (let index = 0; index < 20; index += 1) void silent('dead');
	for (let index = 0; index < 20; index += 1) void silent('also dead');
	void silent('a third one');
	await vi.advanceTimersByTimeAsync(1);
	const countOf = (name: string) => asked.filter((each) => each === name).length;
	expect([countOf('dead'), countOf('also dead'), countOf('a third one')]).toEqual([4, 2, 1]);
	await vi.advanceTimersByTimeAsync(SILENT_MS);
});

test('with a single slot, each receiver may use it', async () => {
	const { answers } = receivers(1);
	const answered = answers('live');
	await vi.advanceTimersByTimeAsync(10);
	expect(await answered).toBe('answered');
});

test('after three attempts without a response a receiver rests, and others do not', async () => {
	const { silent, answers, asked, changes } = await resting();
	expect(await silent('dead')).toBe('resting');
	const live = answers('live');
	await vi.advanceTimersByTimeAsync(10);
	expect([await live, asked, changes]).toEqual(['answered', ['live'], ['dead rests']]);
});

test('one attempt finds out whether it is back; meanwhile the others hold no slot', async () => {
	const { answers, silent, asked, changes } = await resting();
	await vi.advanceTimersByTimeAsync(60_000);
	const probe = silent('dead');
	expect(await silent('dead')).toBe('resting');
	await vi.advanceTimersByTimeAsync(SILENT_MS);
	expect([await probe, asked.length]).toEqual(['failed', 1]);
	expect(await silent('dead')).toBe('resting');
	await vi.advanceTimersByTimeAsync(300_000);
	const back = answers('dead');
	await vi.advanceTimersByTimeAsync(10);
	expect([await back, changes]).toEqual(['answered', ['dead rests', 'dead is back']]);
	const next = answers('dead');
	await vi.advanceTimersByTimeAsync(10);
	expect(await next).toBe('answered');
});

test('a receiver that comes back gets more deliveries at once with each prompt response', async () => {
	const { silent, answers } = receivers(50);
	const burst = Promise.all(Array.from({ length: 20 }, () => silent('flooded')));
	await vi.advanceTimersByTimeAsync(SILENT_MS);
	await burst;
	await vi.advanceTimersByTimeAsync(60_000);
	const accepted: number[] = [];
	for (let round = 0; round < 4; round += 1) {
		const tries = Promise.all(Array.from({ length: 20 }, () => answers('flooded')));
		await vi.advanceTimersByTimeAsync(10);
		accepted.push((await tries).filter((each) => each === 'answered').length);
	}
	expect(accepted).toEqual([1, 2, 4, 8]);
});

test('a receiver that responds late gets no more than before', async () => {
	const { silent, answers } = receivers(50);
	const burst = Promise.all(Array.from({ length: 20 }, () => silent('slow')));
	await vi.advanceTimersByTimeAsync(SILENT_MS);
	await burst;
	await vi.advanceTimersByTimeAsync(60_000);
	for (let round = 0; round < 3; round += 1) {
		const tries = Promise.all(Array.from({ length: 5 }, () => answers('slow', 3_000)));
		await vi.advanceTimersByTimeAsync(3_000);
		expect((await tries).filter((each) => each === 'answered')).toHaveLength(1);
	}
});

test('a receiver that refuses connections holds no slot for long, so it is asked each time', async () => {
	const { refuses, asked } = receivers(10);
	for (let index = 0; index < 10; index += 1) {
		const refused = refuses('restarting');
		await vi.advanceTimersByTimeAsync(1);
		expect(await refused).toBe('failed');
	}
	expect(asked).toHaveLength(10);
});
