import { startFlow, statusOf, untilStatus } from '../stack/run-flow';
import { isActive } from './chaos-stack';
import { withChaosStack } from './with-chaos-stack';

const FLOW_MS = 180_000;
const TEST_MS = 2 * FLOW_MS;
/** The agent of the example flow. */
const AGENT = 'agent_support';

const chaos = withChaosStack({ n8n: true });

/** Starts the example flow, and comes back when n8n waits for a run that is active and stays so. */
async function startWaitingFlow(): Promise<string> {
	const { client, importExample } = chaos().n8n;
	await chaos().stopTheClock();
	const execution = await startFlow(client, await importExample('retrain-and-wait.json'), 'Start by Hand');
	await untilStatus(client, execution, ['waiting'], FLOW_MS);
	await chaos().untilRunBegun(AGENT);
	return execution;
}

/** Follows the flow to its end. */
async function ended(execution: string): Promise<{ status: string; data: string }> {
	return untilStatus(chaos().n8n.client, execution, ['success', 'error', 'crashed', 'canceled'], FLOW_MS);
}

describe('while a flow in real n8n waits for a retrain', () => {
	it(
		'kill -9 and restart of worker, Temporal and n8n, one after another: the flow ends with the result, 1 POST, 1 run',
		async () => {
			const before = await chaos().evidence(AGENT);
			const execution = await startWaitingFlow();
			const { stack, n8n } = chaos();
			for (const service of [stack.worker, stack.temporal, n8n.server]) {
				await service.kill();
				await service.start();
				expect(await statusOf(n8n.client, execution)).toBe('waiting');
			}
			const during = await chaos().evidence(AGENT);
			expect(during.runs.slice(before.runs.length).map(isActive)).toEqual([true]);
			await chaos().letTheClockRun();
			const { status, data } = await ended(execution);

			const { posts, runs } = await chaos().evidence(AGENT);
			expect(posts.slice(before.posts.length)).toEqual([202]);
			expect(runs).toHaveLength(before.runs.length + 1);
			expect(status).toBe('success');
			expect(data).toContain(`${AGENT} read `);
			expect(data).toContain(runs.at(-1)?.id);
		},
		TEST_MS,
	);

	it(
		'kill -9 of all three at once, and the run over before any is back: the flow ends with the result, 1 POST, 1 run',
		async () => {
			const before = await chaos().evidence(AGENT);
			const execution = await startWaitingFlow();
			const { stack, n8n } = chaos();
			const all = [stack.temporal, stack.worker, n8n.server];
			await Promise.all(all.map((service) => service.kill()));
			await chaos().letTheClockRun();
			await chaos().untilRunsEnded(AGENT, before.runs.length + 1);
			for (const service of all) await service.start();
			const { status, data } = await ended(execution);

			const { posts, runs } = await chaos().evidence(AGENT);
			expect(posts.slice(before.posts.length)).toEqual([202]);
			expect(runs).toHaveLength(before.runs.length + 1);
			expect(status).toBe('success');
			expect(data).toContain(`${AGENT} read `);
			expect(data).toContain(runs.at(-1)?.id);
		},
		TEST_MS,
	);
});
