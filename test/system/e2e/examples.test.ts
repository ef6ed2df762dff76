import { useBrowser } from '../../support/browser/use-browser';
import { picturePath, walk } from '../../support/browser/walk';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import { startFlow } from '../../../scripts/n8n/workflows.mjs';
import { useFlows } from './use-flows';

const flows = useFlows();
const browser = useBrowser();

const examples = [
	{ file: 'retrain-and-wait.json', says: /^agent_support read \d+ of \d+ pages/ },
	{ file: 'retrain-without-worker.json', says: /^The agent can chat\. It has read \d+ of \d+ pages/ },
];

it.each(examples)('$file retrains the agent once and says what was learned', async ({ file, says }) => {
	const { n8n, stack } = flows().running;
	const filter = { method: 'POST', path: '/agents/agent_support/retrain' };
	const admin = new SandboxAdmin(stack.sandbox);
	const before = (await admin.requests(filter)).length;

	const id = await startFlow(n8n.client, await n8n.importExample(file), 'Start by Hand');
	const execution = await flows().untilEnded(id);

	expect(execution.status).toBe('success');
	expect(execution.output('Say What Was Learned')).toEqual([{ summary: expect.stringMatching(says) as string }]);
	const posts = (await admin.requests(filter)).slice(before);
	expect(posts.map((request) => request.status)).toEqual([202]);
});

it('the flow without a worker runs in the editor too', async () => {
	const { n8n } = flows().running;
	const id = await n8n.importExample('retrain-without-worker.json');

	await walk(browser(), n8n, 'example-flow-without-worker', async (editor) => {
		await editor.open(id);
		await editor.execute();
		await editor.untilGreen('Say What Was Learned');

		expect(await editor.openLogs()).toMatch(/has read \d+ of \d+ pages/);
		await editor.tidy();
		await editor.page.screenshot({ path: await picturePath('example-flow-without-worker.png') });
	});
});
