import { resultOf, retrainPath } from './chaos-stack';
import { withChaosStack } from './with-chaos-stack';

/** A lost activity is noticed after 45 s; a test sees that twice at most. */
const TEST_MS = 240_000;
/** Time to kill the worker before the service goes on with its request. */
const HELD_UP_MS = 5_000;

const chaos = withChaosStack();

/** `kill -9` of the worker while its request is under way, and a start of the next one. */
async function killWhileAsking(agent: string, fault: 'delay' | 'hang', times = 1): Promise<void> {
	await chaos().untilHeldUp(agent, fault, times);
	await chaos().stack.worker.kill();
	await chaos().stack.worker.start();
}

describe('kill -9 of the worker in the middle of its request for a run', () => {
	it(
		'the request takes effect when nobody listens any more: 1 POST, 1 run, which is the result',
		async () => {
			const agent = await chaos().newAgent();
			await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'delay', delayMs: HELD_UP_MS });
			const task = await chaos().retrain(agent, { ifActive: 'fail' });
			await killWhileAsking(agent, 'delay');
			const result = resultOf(await chaos().ended(task));

			const { posts, runs } = await chaos().evidence(agent);
			expect(posts).toEqual(['delay']);
			expect(runs.map(({ id }) => id)).toEqual([result.run.id]);
			expect(result).toMatchObject({ adopted: false, outcome: 'finished' });
			expect(result.audit).toEqual({ postAttempts: 1, ambiguous: true, duplicates: [] });
		},
		TEST_MS,
	);

	it(
		'the request has no effect: 2 POSTs, 1 run, which is the result',
		async () => {
			const agent = await chaos().newAgent();
			await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'hang' });
			const task = await chaos().retrain(agent);
			await killWhileAsking(agent, 'hang');
			const result = resultOf(await chaos().ended(task));

			const { posts, runs } = await chaos().evidence(agent);
			expect(posts).toEqual(['hang', 202]);
			expect(runs.map(({ id }) => id)).toEqual([result.run.id]);
			expect(result).toMatchObject({ adopted: false, outcome: 'finished' });
			expect(result.audit).toEqual({ postAttempts: 2, ambiguous: true, duplicates: [] });
		},
		TEST_MS,
	);

	it(
		'the Temporal server killed with it: 1 POST, 1 run, which is the result',
		async () => {
			const agent = await chaos().newAgent();
			const { temporal, worker } = chaos().stack;
			await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'delay', delayMs: HELD_UP_MS });
			const task = await chaos().retrain(agent);
			await chaos().untilHeldUp(agent, 'delay');
			await Promise.all([worker.kill(), temporal.kill()]);
			await chaos().untilRunsEnded(agent, 1);
			await temporal.start();
			await worker.start();
			const result = resultOf(await chaos().ended(task));

			const { posts, runs } = await chaos().evidence(agent);
			expect(posts).toEqual(['delay']);
			expect(runs.map(({ id }) => id)).toEqual([result.run.id]);
			expect(result.audit).toEqual({ postAttempts: 1, ambiguous: true, duplicates: [] });
		},
		TEST_MS,
	);

	it(
		'the Temporal server killed alone, and the request answered meanwhile: 1 POST, 1 run, which is the result',
		async () => {
			const agent = await chaos().newAgent();
			const { temporal } = chaos().stack;
			await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'delay', delayMs: HELD_UP_MS });
			const task = await chaos().retrain(agent);
			await chaos().untilHeldUp(agent, 'delay');
			await temporal.kill();
			await chaos().untilRunsEnded(agent, 1);
			await temporal.start();
			const result = resultOf(await chaos().ended(task));

			const { posts, runs } = await chaos().evidence(agent);
			expect(posts).toEqual([202]);
			expect(runs.map(({ id }) => id)).toEqual([result.run.id]);
			expect(result.audit).toMatchObject({ postAttempts: 1, duplicates: [] });
		},
		TEST_MS,
	);

	it(
		'killed again in the middle of the second request: 2 POSTs, no run, and a person has to look',
		async () => {
			const agent = await chaos().newAgent();
			await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'hang' }, 2);
			const id = await chaos().retrain(agent);
			await killWhileAsking(agent, 'hang', 1);
			await killWhileAsking(agent, 'hang', 2);
			const task = await chaos().ended(id);

			expect(await chaos().evidence(agent)).toEqual({ posts: ['hang', 'hang'], runs: [] });
			expect(task).toMatchObject({ status: 'failed', error: { type: 'needs_person' } });
			expect(task.error?.detail).toContain('Requests sent: 2, and an answer was lost.');
		},
		TEST_MS,
	);
});
