import { startFlow } from '../../../scripts/n8n/workflows.mjs';
import { statusOf, untilStatus } from '../../support/stack/execution-status';
import { isActive } from './training-runs';
import { withChaosStack } from './with-chaos-stack';

/** The agent of the example flow. */
const AGENT = 'agent_support';

const chaos = withChaosStack({ n8n: true });

/** Starts the example flow, and comes back when n8n waits for a run that is active and stays so. */
async function startWaitingFlow(): Promise<string> {
	const { client, importExample } = chaos().n8n;
	await chaos().stopTheClock();
	const execution = await startFlow(client, await importExample('retrain-and-wait.json'), 'Start by Hand');
	await untilStatus(client, execution, ['waiting']);
	await chaos().records.untilRunBegun(AGENT);
	return execution;
}

/** Counts what there is of the agent. @returns what came since, as the flow has ended */
async function countFromNow() {
	const { records, n8n } = chaos();
	const before = { posts: (await records.posts(AGENT)).length, runs: records.runs(AGENT).length };
	return {
		runs: () => records.runs(AGENT).slice(before.runs),
		untilRunOver: () => records.untilRunsEnded(AGENT, before.runs + 1),
		async ended(execution: string) {
			const ends = ['success', 'error', 'crashed', 'canceled'];
			const { status, data } = await untilStatus(n8n.client, execution, ends);
			const posts = (await records.posts(AGENT)).slice(before.posts);
			return { status, data, posts, runs: records.runs(AGENT).slice(before.runs) };
		},
	};
}

describe('while a flow in real n8n waits for a retrain', () => {
	it('kill -9 and restart of worker, Temporal and n8n, one after another: the flow ends with the result, 1 POST, 1 run', async () => {
		const since = await countFromNow();
		const execution = await startWaitingFlow();
		const { stack, n8n } = chaos();
		for (const service of [stack.worker, stack.temporal, n8n.server]) {
			await service.kill();
			await service.start();
			expect(await statusOf(n8n.client, execution)).toBe('waiting');
		}
		expect(since.runs().map(isActive)).toEqual([true]);
		await chaos().letTheClockRun();
		const { status, data, posts, runs } = await since.ended(execution);

		expect({ status, posts, runs: runs.length }).toEqual({ status: 'success', posts: [202], runs: 1 });
		expect(data).toContain(`${AGENT} read `);
		expect(data).toContain(runs[0]?.id);
	});

	it('kill -9 of all three at once, and the run ended before any is back: the flow ends with the result, 1 POST, 1 run', async () => {
		const since = await countFromNow();
		const execution = await startWaitingFlow();
		const { stack, n8n } = chaos();
		const all = [stack.temporal, stack.worker, n8n.server];
		await Promise.all(all.map((service) => service.kill()));
		await chaos().letTheClockRun();
		await since.untilRunOver();
		for (const service of all) await service.start();
		const { status, data, posts, runs } = await since.ended(execution);

		expect({ status, posts, runs: runs.length }).toEqual({ status: 'success', posts: [202], runs: 1 });
		expect(data).toContain(`${AGENT} read `);
		expect(data).toContain(runs[0]?.id);
	});
});
