import { RESPONSE_LIMITS } from '../temporal/response-limits';
import { deadlines } from './with-deadline';

/** A service with state of its own, as those of Temporal have. */
class Greeter {
	readonly #name = 'Ada';

	greet(greeting: string): Promise<string> {
		return Promise.resolve(`${greeting}, ${this.#name}`);
	}

	waitFor(id: string, timeoutMs: number): Promise<string> {
		return this.greet(`${timeoutMs} ms for ${id}`);
	}

	fail(): Promise<never> {
		throw new Error('The greeter is ill.');
	}
}

/** Seconds that each call was given. */
const given: number[] = [];
const client = {
	withDeadline<Result>(deadline: number | Date, call: () => Promise<Result>): Promise<Result> {
		given.push((Number(deadline) - Date.now()) / 1000);
		return call();
	},
};
const greeter = deadlines(client, RESPONSE_LIMITS)<Pick<Greeter, keyof Greeter>>(new Greeter());

beforeEach(() => {
	given.length = 0;
	vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
});
afterEach(() => {
	vi.useRealTimers();
});

test('a call of a service has eight seconds, and its own answer', async () => {
	await expect(greeter.greet('Hello')).resolves.toBe('Hello, Ada');
	expect(given).toEqual([8]);
});

test('a long poll has the time that it waits on top', async () => {
	await expect(greeter.waitFor('task', 60_000)).resolves.toBe('60000 ms for task, Ada');
	expect(given).toEqual([68]);
});

test('an error is that of the service, also one that is thrown at once', async () => {
	await expect(greeter.fail()).rejects.toThrow('The greeter is ill.');
	expect(given).toEqual([8]);
});
