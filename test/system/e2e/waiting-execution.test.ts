import { z } from 'zod';
import { eventually, isThere } from '../../support/time/eventually';
import { listAt, textAt } from '../../../scripts/json.mjs';
import { importFlow } from '../../../scripts/n8n/workflows.mjs';
import { useBrowser } from '../../support/browser/use-browser';
import { walk } from '../../support/browser/walk';
import { takePicture } from '../../support/browser/picture';
import { Mailboxes } from '../../support/gateway/mailboxes';
import { taskFlow } from './task-flow';
import { useFlows } from './use-flows';

const executionSchema = z.looseObject({ status: z.string(), customData: z.record(z.string(), z.string()) });

const email = {
	resource: 'email',
	operation: 'sendAfterApproval',
	connection: { __rl: true, mode: 'name', value: 'sandbox' },
	agentId: { __rl: true, mode: 'id', value: 'agent_support' },
	subject: 'Hello',
	content: 'A text',
	options: { nobodyNotified: true },
};

const flows = useFlows();
const browser = useBrowser();

beforeAll(async () => {
	const { stack } = flows().running;
	await new Mailboxes({ sandbox: { ...stack.sandbox, seedKey: stack.sandbox.apiKey } }).active('help@shop.example');
});

it('keeps where it waits with the execution of a published flow', async () => {
	const { id } = await published(['ada@client.example']);
	const [task] = tasksOf(await flows().untilWaiting(id));
	const { gateway } = flows().running.stack;

	const { customData } = await byPublicApi(id);
	const name = encodeURIComponent(task ?? '');
	expect(customData).toEqual({
		review: `${gateway.url}/tasks#review=${name}`,
		task: `${gateway.url}/tasks#task=${name}`,
		taskIds: task,
	});
});

it('names all tasks that the items of an execution wait for', async () => {
	const { id } = await published(['ben@client.example', 'cleo@client.example']);
	const tasks = tasksOf(await flows().untilWaiting(id));
	const { gateway } = flows().running.stack;

	const { customData } = await byPublicApi(id);
	const pages = { review: `${gateway.url}/#waiting`, task: `${gateway.url}/tasks#` };
	expect(customData).toEqual({ ...pages, taskIds: tasks.join(', ') });
});

it('says at the node and in the highlighted data where the link is', async () => {
	const { id, workflowId } = await published(['dora@client.example', 'emil@client.example']);
	await flows().untilWaiting(id);

	await walk(browser(), flows().running.n8n, 'waiting-execution', async (editor) => {
		const { page } = editor;
		// As n8n sends its settings with a licence that has highlighted data.
		await page.route('**/rest/settings', async (route) => {
			const response = await route.fetch();
			const settings = z
				.looseObject({ data: z.looseObject({ enterprise: z.looseObject({}) }) })
				.parse(await response.json());
			settings.data.enterprise['advancedExecutionFilters'] = true;
			await route.fulfill({ response, json: settings });
		});
		await editor.openExecution(workflowId, id);
		await page.getByTitle('Additional Actions').click();
		const shown = await editor.part('execution-annotation-panel').innerText();
		expect(shown).toContain(`${flows().running.stack.gateway.url}/#waiting`);
		await takePicture(page, 'waiting-execution.png');
		await page.keyboard.press('Escape');

		await editor.openNode('Task');
		const output = editor.part('output-panel');
		await output.getByText('No output data').waitFor();
		const hints = await output.getByTestId('node-hint').allInnerTexts();
		expect(hints.map((hint) => hint.trim())).toEqual([
			expect.stringMatching(
				/^In the list of executions, n8n shows no output of a node that waits\..* highlighted data\. Where a wait is shown$/,
			),
			expect.stringMatching(/^The flow continues when .* It can also continue item by item\.$/),
		]);
	});
});

it('links the reviews, and says that the items wait for each other, in a run in the editor', async () => {
	const { n8n } = flows().running;
	const found = listAt(await n8n.client.request('GET', '/rest/credentials'));
	const gateway = found.find((each) => textAt(each, 'type') === 'agentKnowledgeGatewayApi');
	const credential = { id: textAt(gateway, 'id'), name: textAt(gateway, 'name') };
	const parameters = { ...email, to: '={{ $json.email }}' };
	const items = [{ email: 'finn@client.example' }, { email: 'gina@client.example' }];
	const id = await importFlow(n8n.client, taskFlow({ name: 'Two reviews', parameters, items, credential }));

	await walk(browser(), n8n, 'waiting-in-the-editor', async (editor) => {
		await editor.open(id);
		await editor.execute();
		await editor.untilWaiting('Task');
		await editor.openNode('Task');
		const output = editor.part('output-panel');
		const link = output.getByRole('link', { name: 'Review the email' });
		expect(await link.getAttribute('href')).toBe(`${flows().running.stack.gateway.url}/#waiting`);
		const hints = await output.getByTestId('node-hint').allInnerTexts();
		expect(hints.map((hint) => hint.trim())).toEqual([
			expect.stringMatching(/^The flow continues when .* It can also continue item by item\.$/),
		]);
	});
});

/** Starts the published flow with these people. */
async function published(people: readonly string[]): Promise<{ id: string; workflowId: string }> {
	const workflowId = await flows().import('published-review.json');
	const before = (await flows().executionsOf(workflowId)).length;
	await eventually(
		async () => {
			const body = JSON.stringify({ people: people.map((email) => ({ email })) });
			const headers = { 'content-type': 'application/json' };
			const url = `${flows().running.n8n.url}/webhook/published-review`;
			const { ok } = await fetch(url, { method: 'POST', headers, body });
			return ok;
		},
		Boolean,
		'The webhook',
	);
	return eventually(
		async () => {
			const [newest, ...older] = await flows().executionsOf(workflowId);
			return newest !== undefined && older.length === before ? { id: newest.id, workflowId } : null;
		},
		isThere,
		'The execution',
	);
}

/** An execution as programs outside n8n get it. */
async function byPublicApi(id: string): Promise<z.infer<typeof executionSchema>> {
	const { client } = flows().running.n8n;
	const label = `execution ${id}`;
	const key = await client.request('POST', '/rest/api-keys', { label, expiresAt: null, scopes: ['execution:read'] });
	const answer = await fetch(`${client.url}/api/v1/executions/${id}?includeData=true`, {
		headers: { 'X-N8N-API-KEY': textAt(key, 'rawApiKey') },
	});
	return executionSchema.parse(await answer.json());
}

function tasksOf(execution: { waitOf: (node: string) => { taskIds: string[] } }): string[] {
	return execution.waitOf('Task').taskIds;
}
