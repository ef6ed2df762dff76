import { completed } from './task-ending';
import { retrainPath } from './api-paths';
import { withChaosStack } from './with-chaos-stack';

/** Time to kill the worker before the service continues with its request. */
const BLOCKED_MS = 5_000;

const chaos = withChaosStack();

/** `kill -9` of the worker while its request is under way, and a start of the next one. */
async function killDuringRequest(agent: string, fault: 'delay' | 'hang', times = 1): Promise<void> {
	await chaos().records.untilBlocked(agent, fault, times);
	await chaos().stack.worker.kill();
	await chaos().stack.worker.start();
}

describe('kill -9 of the worker in the middle of its request for a run', () => {
	it('the request takes effect after the worker is gone: 1 POST, 1 run, which is the result', async () => {
		const agent = await chaos().newAgent();
		await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'delay', delayMs: BLOCKED_MS });
		const task = await chaos().retrain(agent, { ifActive: 'fail' });
		await killDuringRequest(agent, 'delay');

		expect(await chaos().ending(agent, task)).toEqual(completed(['delay'], { ambiguous: true }));
	});

	it('the request has no effect: 2 POSTs, 1 run, which is the result', async () => {
		const agent = await chaos().newAgent();
		await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'hang' });
		const task = await chaos().retrain(agent);
		await killDuringRequest(agent, 'hang');

		expect(await chaos().ending(agent, task)).toEqual(completed(['hang', 202], { ambiguous: true }));
	});

	it('the Temporal server killed with it: 1 POST, 1 run, which is the result', async () => {
		const agent = await chaos().newAgent();
		const { temporal, worker } = chaos().stack;
		await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'delay', delayMs: BLOCKED_MS });
		const task = await chaos().retrain(agent);
		await chaos().records.untilBlocked(agent, 'delay');
		await Promise.all([worker.kill(), temporal.kill()]);
		await chaos().records.untilRunsEnded(agent, 1);
		await temporal.start();
		await worker.start();

		expect(await chaos().ending(agent, task)).toEqual(completed(['delay'], { ambiguous: true }));
	});

	it('the Temporal server killed alone, and the request answered meanwhile: 1 POST, 1 run, which is the result', async () => {
		const agent = await chaos().newAgent();
		const { temporal } = chaos().stack;
		await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'delay', delayMs: BLOCKED_MS });
		const task = await chaos().retrain(agent);
		await chaos().records.untilBlocked(agent, 'delay');
		await temporal.kill();
		await chaos().records.untilRunsEnded(agent, 1);
		await temporal.start();

		// Whether the response still reaches Temporal is a matter of milliseconds.
		const ambiguous = expect.any(Boolean) as boolean;
		expect(await chaos().ending(agent, task)).toEqual(completed([202], { ambiguous }));
	});

	it('killed again in the middle of the second request: 3 POSTs, 1 run, which is the result', async () => {
		const agent = await chaos().newAgent();
		await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'hang' }, 2);
		const task = await chaos().retrain(agent);
		await killDuringRequest(agent, 'hang', 1);
		await killDuringRequest(agent, 'hang', 2);

		expect(await chaos().ending(agent, task)).toEqual(completed(['hang', 'hang', 202], { ambiguous: true }));
	});

	it('with ifUncertain ask, killed again in the second request: 2 POSTs, no run, and a person has to look', async () => {
		const agent = await chaos().newAgent();
		await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'hang' }, 2);
		const task = await chaos().retrain(agent, { ifUncertain: 'ask' });
		await killDuringRequest(agent, 'hang', 1);
		await killDuringRequest(agent, 'hang', 2);
		const ending = await chaos().ending(agent, task);

		expect(ending).toMatchObject({ posts: ['hang', 'hang'], runs: 0, error: { type: 'needs_person' } });
		expect(ending.error?.detail).toContain('Requests sent: 2, and a response was lost.');
	});
});
