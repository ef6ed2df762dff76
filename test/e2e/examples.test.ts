import { startFlow } from '../stack/run-flow';
import { requestsOf } from '../stack/sandbox-requests';
import { FLOW_MS, useFlows } from './use-flows';

jest.setTimeout(FLOW_MS);

const flows = useFlows();

const examples = [
	{ file: 'retrain-and-wait.json', says: /^agent_support read \d+ of \d+ pages/ },
	{ file: 'retrain-without-worker.json', says: /^The agent can chat\. It has read \d+ of \d+ pages/ },
];

it.each(examples)('$file retrains the agent once and says what was learned', async ({ file, says }) => {
	const { n8n, stack } = flows().running;
	const filter = { method: 'POST', path: '/agents/agent_support/retrain' };
	const before = (await requestsOf(stack, filter)).length;

	const id = await startFlow(n8n.client, await n8n.importExample(file), 'Start by Hand');
	await flows().untilWaiting(id);
	const execution = await flows().untilEnded(id);

	expect(execution.status).toBe('success');
	expect(execution.output('Say What Was Learned')).toEqual([{ summary: expect.stringMatching(says) as string }]);
	const posts = (await requestsOf(stack, filter)).slice(before);
	expect(posts.map((request) => request.status)).toEqual([202]);
});
