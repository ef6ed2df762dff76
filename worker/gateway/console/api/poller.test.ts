import { GatewayError } from './gateway-error';
import { LONGEST_PAUSE_MS, Poller, REFRESH_MS } from './poller';

const AWAY = new GatewayError('The gateway does not respond.', 0);

let isVisible: boolean;
let pauses: number[];
let reached: number;

beforeEach(() => {
	vi.useFakeTimers();
	isVisible = true;
	pauses = [];
	reached = 0;
});

afterEach(() => {
	vi.useRealTimers();
});

function aPoller(): Poller {
	return new Poller({
		isVisible: () => isVisible,
		reached: () => {
			reached += 1;
		},
		failed: (_error, pauseMs) => pauses.push(pauseMs),
	});
}

/** A load that counts, and fails while it is told to. */
function aLoad() {
	const load = {
		count: 0,
		isFailing: false,
		run: () => {
			load.count += 1;
			return load.isFailing ? Promise.reject(AWAY) : Promise.resolve();
		},
	};
	return load;
}

test('a load runs at once, every four seconds, and no longer after its end', async () => {
	const load = aLoad();
	const end = aPoller().follow(load.run);
	expect(load.count).toBe(1);
	await vi.advanceTimersByTimeAsync(2 * REFRESH_MS);
	expect(load.count).toBe(3);
	end();
	await vi.advanceTimersByTimeAsync(10 * REFRESH_MS);
	expect(load.count).toBe(3);
	expect(pauses).toEqual([]);
});

test('nothing is read while nobody can see it, until somebody can', async () => {
	const poller = aPoller();
	const load = aLoad();
	poller.follow(load.run);
	isVisible = false;
	await vi.advanceTimersByTimeAsync(10 * REFRESH_MS);
	expect(load.count).toBe(1);
	isVisible = true;
	await poller.refresh();
	await vi.advanceTimersByTimeAsync(REFRESH_MS);
	expect(load.count).toBe(3);
});

test('the pause doubles up to a minute while the gateway does not respond, and is short again after a response', async () => {
	const load = aLoad();
	load.isFailing = true;
	aPoller().follow(load.run);
	await vi.advanceTimersByTimeAsync(5 * LONGEST_PAUSE_MS);
	expect(pauses.slice(0, 6)).toEqual([4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
	expect(reached).toBe(0);
	load.isFailing = false;
	await vi.advanceTimersByTimeAsync(LONGEST_PAUSE_MS);
	const before = load.count;
	await vi.advanceTimersByTimeAsync(REFRESH_MS);
	expect(load.count).toBe(before + 1);
	expect(reached).toBeGreaterThan(0);
});

test('a refresh during a load reads once more after it, because the load may be older than the change', async () => {
	const poller = aPoller();
	const answers: Array<() => void> = [];
	poller.follow(() => new Promise((resolve) => answers.push(resolve)));
	const refreshed = poller.refresh();
	const again = poller.refresh();
	expect(answers).toHaveLength(1);
	answers[0]?.();
	await vi.advanceTimersByTimeAsync(0);
	expect(answers).toHaveLength(2);
	answers[1]?.();
	await Promise.all([refreshed, again]);
	expect(answers).toHaveLength(2);
});

test('nothing is read between a pause and its end', async () => {
	const poller = aPoller();
	const load = aLoad();
	poller.follow(load.run);
	await vi.advanceTimersByTimeAsync(0);
	poller.pause();
	const other = aLoad();
	poller.follow(other.run);
	await poller.refresh();
	await vi.advanceTimersByTimeAsync(10 * REFRESH_MS);
	expect([load.count, other.count]).toEqual([1, 0]);
	await poller.resume();
	await vi.advanceTimersByTimeAsync(REFRESH_MS);
	expect([load.count, other.count]).toEqual([3, 2]);
});
