import { resultOf, retrainPath, statusPath, type Input } from './chaos-stack';
import { withChaosStack } from './with-chaos-stack';

const TEST_MS = 120_000;
/** Between the worker's look and the moment its request counts: time for somebody else. */
const HELD_UP_MS = 2_000;
/** Longer than what is left of the other run. */
const LATE_LOOK_MS = 15_000;

const chaos = withChaosStack();

/** Holds the worker's next request up, and has somebody else begin a run meanwhile. @returns the task's id */
async function meetOthersRun(agent: string, input: Input): Promise<string> {
	await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'delay', delayMs: HELD_UP_MS });
	const task = await chaos().retrain(agent, input);
	await chaos().untilHeldUp(agent, 'delay');
	await chaos().beginOthersRun(agent);
	return task;
}

describe('a 409 from a run that somebody else began between our look and our request', () => {
	it(
		'ifActive adopt: 1 POST, 1 run, which is followed to its end',
		async () => {
			const agent = await chaos().newAgent({ slow: true });
			const result = resultOf(await chaos().ended(await meetOthersRun(agent, { ifActive: 'adopt' })));

			const { posts, runs } = await chaos().evidence(agent);
			expect(posts).toEqual([409]);
			expect(runs.map(({ id }) => id)).toEqual([result.run.id]);
			expect(result).toMatchObject({ adopted: true, outcome: 'finished' });
			expect(result.audit).toEqual({ postAttempts: 1, ambiguous: false, duplicates: [] });
		},
		TEST_MS,
	);

	it(
		'ifActive wait: 2 POSTs, 2 runs, of which the second is ours',
		async () => {
			const agent = await chaos().newAgent({ slow: true });
			const result = resultOf(await chaos().ended(await meetOthersRun(agent, { ifActive: 'wait' })));

			const { posts, runs } = await chaos().evidence(agent);
			expect(posts).toEqual([409, 202]);
			expect(runs).toHaveLength(2);
			expect(result.run.id).toBe(runs[1]?.id);
			expect(result.adopted).toBe(false);
			expect(result.audit).toEqual({ postAttempts: 2, ambiguous: false, duplicates: [] });
		},
		TEST_MS,
	);

	it(
		'ifActive fail: 1 POST, 1 run, and the task says whose',
		async () => {
			const agent = await chaos().newAgent({ slow: true });
			const task = await chaos().ended(await meetOthersRun(agent, { ifActive: 'fail' }));

			const { posts, runs } = await chaos().evidence(agent);
			expect(posts).toEqual([409]);
			expect(runs).toHaveLength(1);
			expect(task).toMatchObject({ status: 'failed', error: { type: 'training_active', status: 409 } });
		},
		TEST_MS,
	);
});

describe('the same, with the other run over before we look', () => {
	/** @returns the task's id */
	async function meetShortRun(agent: string, input: Input): Promise<string> {
		const task = await meetOthersRun(agent, input);
		await chaos().admin.addFault('GET', statusPath(agent), { kind: 'delay', delayMs: LATE_LOOK_MS });
		return task;
	}

	it(
		'ifActive adopt: 1 POST, 1 run, which is the result',
		async () => {
			const agent = await chaos().newAgent({ slow: true });
			const result = resultOf(await chaos().ended(await meetShortRun(agent, { ifActive: 'adopt' })));

			const { posts, runs } = await chaos().evidence(agent);
			expect(posts).toEqual([409]);
			expect(runs.map(({ id }) => id)).toEqual([result.run.id]);
			expect(result.adopted).toBe(true);
			expect(result.audit).toEqual({ postAttempts: 1, ambiguous: false, duplicates: [] });
		},
		TEST_MS,
	);

	it(
		'ifActive wait: 2 POSTs, 2 runs, of which the second is ours',
		async () => {
			const agent = await chaos().newAgent({ slow: true });
			const result = resultOf(await chaos().ended(await meetShortRun(agent, { ifActive: 'wait' })));

			const { posts, runs } = await chaos().evidence(agent);
			expect(posts).toEqual([409, 202]);
			expect(runs).toHaveLength(2);
			expect(result.run.id).toBe(runs[1]?.id);
			expect(result.adopted).toBe(false);
			expect(result.audit).toEqual({ postAttempts: 2, ambiguous: false, duplicates: [] });
		},
		TEST_MS,
	);

	it(
		'ifActive fail: 1 POST, 1 run, and the task fails',
		async () => {
			const agent = await chaos().newAgent({ slow: true });
			const task = await chaos().ended(await meetShortRun(agent, { ifActive: 'fail' }));

			const { posts, runs } = await chaos().evidence(agent);
			expect(posts).toEqual([409]);
			expect(runs).toHaveLength(1);
			expect(task).toMatchObject({ status: 'failed', error: { type: 'training_active' } });
		},
		TEST_MS,
	);
});

describe('a 409 after a lost try of our own', () => {
	it.each(['adopt', 'wait', 'fail'] as const)(
		'ifActive %s: 2 POSTs, 1 run, which is adopted',
		async (ifActive) => {
			const agent = await chaos().newAgent({ slow: true });
			await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'lost-before' });
			const result = resultOf(await chaos().ended(await meetOthersRun(agent, { ifActive })));

			const { posts, runs } = await chaos().evidence(agent);
			expect(posts).toEqual(['lost-before', 409]);
			expect(runs.map(({ id }) => id)).toEqual([result.run.id]);
			expect(result.adopted).toBe(true);
			expect(result.audit).toEqual({ postAttempts: 2, ambiguous: true, duplicates: [] });
		},
		TEST_MS,
	);
});
