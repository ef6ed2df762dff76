import { type ApiClient, ApiError } from '../../api';
import { isMoreToDo } from '../temporal/not-yet';
import { type Attempt, boundedClient, DispatchedCalls } from './dispatched-calls';

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

const refused = (status: number) => () => {
	throw new ApiError({
		type: 'any',
		title: 'No',
		status,
		detail: null,
		issues: [],
		retryAfterMs: null,
		outcome: 'refused',
		operationId: 'getAgent',
		request: 'GET',
	});
};

/** Dispatches of one activity until it ends. @returns the requests of each, and what it came to */
async function dispatches(calls: number, work: () => Promise<unknown>, more: Partial<Attempt> = {}) {
	const turns = new DispatchedCalls();
	const attempt: Attempt = { id: '1', calls, isLast: false, owe: () => void (owed += 1), ...more };
	const each: string[][] = [];
	for (;;) {
		sent = [];
		const outcome = await turns.run(attempt, work).catch((error: unknown) => error);
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
	const attempt: Attempt = { id: '1', calls: 1, isLast: false, owe: () => undefined };
	for (const _look of [1, 2, 3]) {
		sent = [];
		await turns.run(attempt, () => list(0));
		expect(sent).toEqual(['listAgents 0']);
	}
});

test('one activity remembers nothing of another one', async () => {
	const turns = new DispatchedCalls();
	const work = async () => [await list(0), await list(90)];
	for (const id of ['1', '2']) {
		sent = [];
		await expect(turns.run({ id, calls: 1, isLast: false, owe: () => undefined }, work)).rejects.toThrow();
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
