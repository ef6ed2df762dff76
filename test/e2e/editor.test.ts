import type { Editor } from '../support/browser/editor';
import { useBrowser } from '../support/browser/use-browser';
import { walk } from '../support/browser/walk';
import { useFlows } from './use-flows';

const flows = useFlows();
const browser = useBrowser();

/** n8n offers this by itself in every node that has a credential; it leads to the HTTP Request node. */
const OF_N8N = 'Custom API Call';

it('lists the connections of the gateway', async () => {
	const id = await flows().import('editor.json');

	await walk(browser(), flows().running.n8n, 'connection-list', async (editor) => {
		await editor.open(id);
		await editor.openNode('Start a Task');

		expect(await editor.listOf('connection')).toEqual(['sandbox']);
	});
});

it('lists the agents of the chosen connection', async () => {
	const id = await flows().import('editor.json');

	await walk(browser(), flows().running.n8n, 'agent-list', async (editor) => {
		await editor.open(id);
		await editor.openNode('Run and Wait');

		const agents = await editor.listOf('agentId');
		expect(agents).toEqual(expect.arrayContaining(['Support (agent_support)', 'Sales (agent_sales)']));
	});
});

it('draws two named outputs for Run and Wait, and one for every other operation', async () => {
	const id = await flows().import('editor.json');

	await walk(browser(), flows().running.n8n, 'outputs', async (editor) => {
		await editor.open(id);

		expect(await editor.outputsOf('Run and Wait')).toEqual(['Completed', 'Not Completed']);
		for (const name of ['Start a Task', 'Get a Task', 'Cancel a Task']) {
			expect(await editor.outputsOf(name)).toHaveLength(1);
		}
	});
});

it('offers all operations in a flow, and only Get and Start to an AI agent', async () => {
	const id = await flows().import('editor.json');

	await walk(browser(), flows().running.n8n, 'operations', async (editor) => {
		await editor.open(id);
		await editor.openNode('Run and Wait');
		expect(await operations(editor)).toEqual(['Cancel', 'Download File', 'Get', 'Run and Wait', 'Start']);

		await editor.open(id);
		await editor.openNode('As a Tool');
		expect(await operations(editor)).toEqual(['Get', 'Start']);
	});
});

async function operations(editor: Editor): Promise<string[]> {
	return (await editor.optionsOf('operation')).filter((name) => name !== OF_N8N);
}
