import { ApplicationFailure } from '@temporalio/common';
import { type ApiClient, ApiError } from '../../api';
import { isMoreToDo } from '../temporal/not-yet';
import { type Attempt, boundedClient, DispatchedCalls } from './dispatched-calls';
import { failedCall } from '../../test/support/api/failed-call';

let sent: string[];
let replies: Record<string, () => unknown>;
let owed: number;
beforeEach(() => {
	[sent, replies, owed] = [[], {}, 0];
});

const api = boundedClient({
	call: (id: string, input?: { query?: { offset?: number } }) => {
		const request = `${id} ${input?.query?.offset ?? ''}`.trim();
		sent.push(request);
		return Promise.resolve().then(() => replies[request]?.() ?? { of: request, nth: sent.length });
	},
} as unknown as ApiClient);

const repeated = (error: unknown) =>
	error instanceof ApiError ? ApplicationFailure.create({ message: error.message, nonRetryable: false }) : error;

const attemptOf = (number: number): Attempt => ({ id: '1', number, calls: 1, isLast: false, owe: () => undefined });

const refused =
	(status: number, outcome: ApiError['outcome'] = 'refused') =>
	() => {
		throw failedCall({ status, outcome });
	};

/** Dispatches of one activity until it ends. @returns the requests of each, and what it came to */
async function dispatches(calls: number, work: () => Promise<unknown>, more: Partial<Attempt> = {}) {
	const turns = new DispatchedCalls();
	const attempt: Attempt = { id: '1', number: 1, calls, isLast: false, owe: () => void (owed += 1), ...more };
	const each: string[][] = [];
	for (;;) {
		sent = [];
		const outcome = await turns.run({ ...attempt, number: each.length + 1 }, work).catch((error: unknown) => error);
		each.push(sent);
		if (!isMoreToDo(outcome) || each.length > 20) return { each, outcome };
	}
}

const list = (offset: number) => api.call('listAgents', { query: { limit: 100, offset } });

test('each dispatch makes one call, and goes on where the one before ended', async () => {
	const work = async () => [await list(0), await list(90), await list(0)];
	const { each, outcome } = await dispatches(1, work);
	expect(each).toEqual([['listAgents 0'], ['listAgents 90'], ['listAgents 0']]);
	// The same request again is a call of its own.
	expect(outcome).toEqual([
		{ of: 'listAgents 0', nth: 1 },
		{ of: 'listAgents 90', nth: 1 },
		{ of: 'listAgents 0', nth: 1 },
	]);
	expect((await dispatches(2, work)).each.map(({ length }) => length)).toEqual([2, 1]);
});

test('a refusal is remembered as a reply is, but not a request to wait', async () => {
	replies['getAgent'] = refused(404);
	const work = async () => {
		await api.call('getAgent', { params: { id: 'a' } }).catch(() => undefined);
		return list(0);
	};
	expect((await dispatches(1, work)).each).toEqual([['getAgent'], ['listAgents 0']]);
	replies['getAgent'] = refused(429);
	expect((await dispatches(1, () => api.call('getAgent', { params: { id: 'a' } }))).outcome).toMatchObject({
		status: 429,
	});
});

test('a poll begins anew: only an attempt that waits for a further call remembers the calls before', async () => {
	const turns = new DispatchedCalls();
	for (const number of [1, 2, 3]) {
		sent = [];
		await turns.run(attemptOf(number), () => list(0));
		expect(sent).toEqual(['listAgents 0']);
	}
});

test('an attempt does not decide on what was seen before an attempt of another worker', async () => {
	const [one, other] = [new DispatchedCalls(), new DispatchedCalls()];
	const poll = async () => [await list(0), await list(90)];
	await expect(one.run(attemptOf(1), poll)).rejects.toThrow();
	// The other worker makes the second and third, and has to look again later.
	await expect(other.run(attemptOf(2), poll)).rejects.toThrow();
	await other.run(attemptOf(3), poll);
	sent = [];
	await expect(one.run(attemptOf(4), poll)).rejects.toThrow();
	expect(sent).toEqual(['listAgents 0']);
});

describe('after a failure that is repeated', () => {
	const failing = async (status: number, operation: 'listAgents' | 'queueEmailReply' = 'listAgents') => {
		const turns = new DispatchedCalls();
		const next = () => api.call(operation as 'listAgents', { query: { limit: 100, offset: 90 } });
		replies[`${operation} 90`] = refused(status, status < 500 ? 'refused' : 'ambiguous');
		const work = async () => {
			const first = await list(0);
			try {
				return [first, await next()];
			} catch (error) {
				throw repeated(error);
			}
		};
		await expect(turns.run(attemptOf(1), work)).rejects.toThrow();
		await expect(turns.run(attemptOf(2), work)).rejects.toMatchObject({ nonRetryable: false });
		delete replies[`${operation} 90`];
		sent = [];
		return { again: (number = 3) => turns.run(attemptOf(number), work) };
	};
	beforeEach(() => {
		vi.useFakeTimers({ now: 1_000, toFake: ['Date', 'performance'] });
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	test.each([429, 503])('the replies before it are used, and the failed call is made again: %d', async (status) => {
		const { again } = await failing(status);
		expect(await again()).toHaveLength(2);
		expect(sent).toEqual(['listAgents 90']);
	});

	test('they are used for two minutes', async () => {
		const { again } = await failing(503);
		vi.advanceTimersByTime(2 * 60_000 + 1);
		await expect(again()).rejects.toThrow();
		expect(sent).toEqual(['listAgents 0']);
	});

	test('further failures do not make that longer', async () => {
		const { again } = await failing(503);
		replies['listAgents 90'] = refused(429);
		vi.advanceTimersByTime(90_000);
		await expect(again()).rejects.toThrow();
		vi.advanceTimersByTime(90_000);
		sent = [];
		await expect(again(4)).rejects.toThrow();
		expect(sent).toEqual(['listAgents 0']);
	});

	test('a write that may have had its effect is preceded by a new look, and a limited one is not', async () => {
		await expect((await failing(503, 'queueEmailReply')).again()).rejects.toThrow();
		expect(sent).toEqual(['listAgents 0']);
		await (await failing(429, 'queueEmailReply')).again();
		expect(sent).toEqual(['queueEmailReply 90']);
	});
});

test('one activity remembers nothing of another one', async () => {
	const turns = new DispatchedCalls();
	const work = async () => [await list(0), await list(90)];
	for (const id of ['1', '2']) {
		sent = [];
		await expect(turns.run({ ...attemptOf(1), id }, work)).rejects.toThrow();
		expect(sent).toEqual(['listAgents 0']);
	}
});

test('the last attempt makes its calls, and owes those beyond its own', async () => {
	const { each, outcome } = await dispatches(1, async () => [await list(0), await list(90)], { isLast: true });
	expect([each.length, owed]).toEqual([1, 1]);
	expect(outcome).toHaveLength(2);
});

test('outside of a dispatch, nothing bounds the calls', async () => {
	await list(0);
	await list(90);
	expect(sent).toEqual(['listAgents 0', 'listAgents 90']);
});
