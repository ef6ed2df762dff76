import { CallDispatcher } from './call-dispatch';

const paces = {
	slow: { requestsPerMinute: 60, shareOfLimit: 0.97 },
	fast: { requestsPerMinute: 3_000, shareOfLimit: 0.97 },
	tiny: { requestsPerMinute: 1, shareOfLimit: 0.97 },
};
const dispatcher = () => new CallDispatcher((name) => new Map(Object.entries(paces)).get(name));

it('lets calls wait until the trial of the server has ended', async () => {
	await expect(dispatcher().dispatchOf('slow', false)).rejects.toMatchObject({ type: 'not_yet', nonRetryable: false });
});

it('weighs each connection by its dispatches, above zero, and orders all kinds of calls', async () => {
	const calls = dispatcher();
	calls.decide({ paced: true, ordered: true });
	const weight = async (name: string) => (await calls.dispatchOf(name, false)).fairnessWeight;
	expect(await weight('slow')).toBeCloseTo(1, 6);
	expect(await weight('fast')).toBeCloseTo(50, 6);
	expect(await calls.dispatchOf('fast', false)).toMatchObject({ callsPerDispatch: 5 });
	expect(await weight('tiny')).toBeCloseTo(1 / 60, 6);
	expect(await weight('removed')).toBeCloseTo(1, 6);
	expect(await calls.dispatchOf('slow', true)).toMatchObject({
		taskQueue: 'api',
		priorities: { urgent: 1, write: 2, read: 3, pages: 3 },
	});
});

it('orders only a few urgent calls a minute where they would block other connections', async () => {
	const calls = dispatcher();
	calls.decide({ paced: true, ordered: false });
	expect((await calls.dispatchOf('slow', false)).priorities).toEqual({ urgent: 3, write: 3, read: 3, pages: 3 });
	const urgent = async (name: string) => (await calls.dispatchOf(name, true)).priorities.urgent;
	const first: number[] = [];
	for (let call = 0; call < 12; call += 1) first.push(await urgent('slow'));
	expect(first).toEqual([...Array.from({ length: 10 }, () => 1), 3, 3]);
	expect(await urgent('fast')).toBe(1);
});

it('uses a queue for each connection where the server cannot pace them in one', async () => {
	const calls = dispatcher();
	calls.decide({ paced: false, ordered: false });
	expect(await calls.dispatchOf('slow', true)).toEqual({
		taskQueue: 'api:slow',
		priorities: { urgent: 1, write: 2, read: 3, pages: 3 },
		callsPerDispatch: 1,
	});
});
