import type { Editor } from '../../support/browser/editor';
import { useBrowser } from '../../support/browser/use-browser';
import { walk } from '../../support/browser/walk';
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
		await editor.openNode('Retrain and Wait');

		const agents = await editor.listOf('agentId');
		expect(agents).toEqual(expect.arrayContaining(['Support (agent_support)', 'Sales (agent_sales)']));
	});
});

it('draws two named outputs for a node that waits, and one for every other', async () => {
	const id = await flows().import('editor.json');

	await walk(browser(), flows().running.n8n, 'outputs', async (editor) => {
		await editor.open(id);

		expect(await editor.outputsOf('Retrain and Wait')).toEqual(['Trained', 'Not Trained']);
		for (const name of ['Start a Task', 'Get a Task', 'Cancel a Task']) {
			expect(await editor.outputsOf(name)).toHaveLength(1);
		}
	});
});

it('offers an AI agent neither Wait nor Decide', async () => {
	const id = await flows().import('editor.json');

	await walk(browser(), flows().running.n8n, 'operations', async (editor) => {
		await editor.open(id);
		await editor.openNode('Get a Task');
		const ofAFlow = await operations(editor);
		expect(ofAFlow).toEqual(expect.arrayContaining(['Get', 'Wait', 'Decide']));

		await editor.open(id);
		await editor.openNode('As a Tool');
		expect(await operations(editor)).toEqual(ofAFlow.filter((name) => !['Wait', 'Decide'].includes(name)));
	});
});

it('links the page of the task while the node waits', async () => {
	const id = await flows().import('one-wait.json');

	await walk(browser(), flows().running.n8n, 'waiting', async (editor) => {
		await editor.open(id);
		await editor.execute();
		await editor.untilWaiting('Task');
		await editor.openNode('Task');

		const link = editor.page.getByRole('link', { name: 'Look at the tasks' });
		await link.waitFor();
		expect(await link.getAttribute('href')).toMatch(/\/tasks#task=retrain-and-wait~/);
	});
});

async function operations(editor: Editor): Promise<string[]> {
	return (await editor.optionsOf('operation')).filter((name) => name !== OF_N8N);
}
