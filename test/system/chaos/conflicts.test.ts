import type { Input } from './chaos-stack';
import { completed } from './task-ending';
import { retrainPath, statusPath } from './api-paths';
import { withChaosStack } from './with-chaos-stack';

/** Between the worker's look and the moment its request counts: time for somebody else. */
const BLOCKED_MS = 2_000;
/** Longer than what is left of the other run. */
const LATE_LOOK_MS = 15_000;

const chaos = withChaosStack();

/** Blocks the worker's next request while somebody else begins a run. @returns the task's id */
async function meetOthersRun(agent: string, input: Input): Promise<string> {
	await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'delay', delayMs: BLOCKED_MS });
	const task = await chaos().retrain(agent, input);
	await chaos().records.untilBlocked(agent, 'delay');
	await chaos().beginOthersRun(agent);
	return task;
}

/** The same, but the worker does not learn how things stand before the other run is over. */
async function meetShortRun(agent: string, input: Input): Promise<string> {
	const task = await meetOthersRun(agent, input);
	await chaos().admin.addFault('GET', statusPath(agent), { kind: 'delay', delayMs: LATE_LOOK_MS });
	return task;
}

describe.each([
	{ when: 'still active when we look', meet: meetOthersRun },
	{ when: 'ended before we look', meet: meetShortRun },
])('a 409 from a run that somebody else began between our look and our request, $when', ({ meet }) => {
	it('ifActive adopt: 1 POST, 1 run, which is the result', async () => {
		const agent = await chaos().newAgent({ slow: true });
		const ending = await chaos().ending(agent, await meet(agent, { ifActive: 'adopt' }));

		expect(ending).toEqual(completed([409], { adopted: true, ambiguous: false }));
	});

	it('ifActive wait: 2 POSTs, 2 runs, of which the second is ours', async () => {
		const agent = await chaos().newAgent({ slow: true });
		const ending = await chaos().ending(agent, await meet(agent, { ifActive: 'wait' }));

		expect(ending).toEqual(completed([409, 202], { runs: 2, ambiguous: false }));
	});

	it('ifActive fail: 1 POST, 1 run, and the task says whose', async () => {
		const agent = await chaos().newAgent({ slow: true });
		const ending = await chaos().ending(agent, await meet(agent, { ifActive: 'fail' }));

		expect(ending).toMatchObject({ posts: [409], runs: 1, error: { type: 'training_active', status: 409 } });
	});
});

describe('a 409 after a lost attempt of our own', () => {
	it.each(['adopt', 'wait', 'fail'] as const)('ifActive %s: 2 POSTs, 1 run, which is adopted', async (ifActive) => {
		const agent = await chaos().newAgent({ slow: true });
		await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'lost-before' });
		const ending = await chaos().ending(agent, await meetOthersRun(agent, { ifActive }));

		expect(ending).toEqual(completed(['lost-before', 409], { adopted: true, ambiguous: true }));
	});
});
