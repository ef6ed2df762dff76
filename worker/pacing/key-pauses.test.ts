import { KeyPauses, type SharedPauses } from './key-pauses';

const SECOND = 1_000;
const log = { warn: vi.fn() };
let isAway: boolean;
beforeEach(() => {
	vi.useFakeTimers({ now: 0 });
	isAway = false;
	log.warn.mockClear();
});
afterEach(() => {
	vi.useRealTimers();
});

const keyNamed = (apiKey: string) => ({ baseUrl: 'https://service.example', apiKey });
const MAIN = keyNamed('main');
const digestOf = ([, ...key]: readonly string[]) => `digest of ${key.join(' ')}`;

/** What Temporal holds for all processes. */
function shared() {
	const until = new Map<string, number>();
	const reads: string[] = [];
	const pauses: SharedPauses = {
		read(connection) {
			reads.push(connection);
			if (isAway) return Promise.reject(new Error('Temporal is unavailable.'));
			return Promise.resolve(Math.max(0, (until.get(connection) ?? 0) - Date.now()));
		},
		write(connection, pauseMs) {
			if (isAway) return Promise.reject(new Error('Temporal is unavailable.'));
			until.set(connection, Date.now() + pauseMs);
			return Promise.resolve();
		},
	};
	return { pauses, reads, until };
}

test('no call leaves before a pause is over that another process has seen', async () => {
	const { pauses } = shared();
	const [one, other] = [new KeyPauses(pauses, log, digestOf), new KeyPauses(pauses, log, digestOf)];
	await one.asked(MAIN, ['main'], 2 * SECOND);
	for (const process of [one, other]) expect(await process.leftMs(MAIN)).toBeGreaterThanOrEqual(2 * SECOND);
	expect(await other.leftMs(keyNamed('another'))).toBe(0);
	expect(await other.leftMs({ ...MAIN, baseUrl: 'https://other.example' })).toBe(0);
	vi.setSystemTime(1.9 * SECOND);
	for (const process of [one, other]) expect(await process.leftMs(MAIN)).toBeGreaterThanOrEqual(0.1 * SECOND);
	vi.setSystemTime(2.5 * SECOND);
	for (const process of [one, other]) expect(await process.leftMs(MAIN)).toBe(0);
});

test('the longest of several pauses counts, and calls that were under way together are told once', async () => {
	const { pauses, until } = shared();
	const write = vi.spyOn(pauses, 'write');
	const one = new KeyPauses(pauses, log, digestOf);
	await Promise.all([10, 10.1, 10.2, 3].map((seconds) => one.asked(MAIN, ['main'], seconds * SECOND)));
	expect(write).toHaveBeenCalledTimes(1);
	expect(await one.leftMs(MAIN)).toBe(10.2 * SECOND);
	expect(until.get(digestOf(['', MAIN.baseUrl, MAIN.apiKey]))).toBeGreaterThanOrEqual(10.2 * SECOND);
	await one.asked(MAIN, ['main'], 60 * SECOND);
	expect(until.get(digestOf(['', MAIN.baseUrl, MAIN.apiKey]))).toBeGreaterThanOrEqual(60 * SECOND);
});

test('a slow key looks before each call, and a fast one at most four times a second', async () => {
	const { pauses, reads } = shared();
	const process = new KeyPauses(pauses, log, digestOf);
	for (let ms = 0; ms < 10 * SECOND; ms += 10) {
		vi.setSystemTime(ms);
		await process.leftMs(MAIN);
	}
	expect(reads).toHaveLength(40);
});

test('a pause that it learned from another one is over in time, however often it was asked', async () => {
	const { pauses } = shared();
	const [one, other] = [new KeyPauses(pauses, log, digestOf), new KeyPauses(pauses, log, digestOf)];
	await one.asked(MAIN, ['main'], SECOND);
	expect(await other.leftMs(MAIN)).toBe(1.25 * SECOND);
	vi.setSystemTime(200);
	expect(await other.leftMs(MAIN)).toBe(1.05 * SECOND);
});

test('without Temporal a process keeps to what it has seen, and calls do not wait for the others', async () => {
	isAway = true;
	const process = new KeyPauses(shared().pauses, log, digestOf);
	expect(await process.leftMs(MAIN)).toBe(0);
	await process.asked(MAIN, ['main'], SECOND);
	expect(log.warn).toHaveBeenCalledTimes(1);
	expect(await process.leftMs(MAIN)).toBe(SECOND);
});

test('a pause of days does not stop a connection for days', async () => {
	const process = new KeyPauses(shared().pauses, log, digestOf);
	await process.asked(MAIN, ['main'], 1e12);
	expect(await process.leftMs(MAIN)).toBeLessThanOrEqual(3_601 * SECOND);
});
