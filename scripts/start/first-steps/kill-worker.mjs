// @ts-check
import { listAt, textAt } from '../../json.mjs';
import { waitUntil } from '../../processes/wait-until.mjs';
import { startFlow } from '../../n8n/workflows.mjs';
import { FLOWS } from './n8n-flows.mjs';

const TASK_MS = 60_000;
const QUERY = new URLSearchParams({ type: 'retrain-and-wait', ended: 'false', fresh: 'true' });

/** @type {import('./first-steps.mjs').FirstStep} */
export const killWorker = {
	id: 'kill-worker',
	title: 'Kill the worker in the middle of a task',
	text: 'The button runs your first flow again, kills the worker while the agent learns, and starts it again. The task continues where it was, and the flow finishes.',
	button: 'Run the flow and kill the worker',
	needsN8n: true,
	async begin({ n8n, gateway, crashWorker }, memory, save) {
		/** @type {string[]} */
		const story = [];
		const note = async (/** @type {string} */ what) => {
			story.push(`${new Date().toLocaleTimeString('en-GB')} ${what}.`);
			Object.assign(memory, { story });
			await save();
		};
		delete memory['execution'];
		const before = new Set(await openTasks(gateway));
		const execution = await n8n?.with((client) => startFlow(client, FLOWS.retrain, 'Start by Hand'));
		memory['execution'] = execution ?? '';
		await note('The flow runs');
		await waitUntil(
			'The task of the flow',
			async () => ((await openTasks(gateway)).some((id) => !before.has(id)) ? true : null),
			{ timeoutMs: TASK_MS },
		);
		await note('The agent learns, and the worker is killed');
		await crashWorker();
		await note('The worker is back');
	},
	async look({ n8n, addresses }, { execution, story }) {
		if (typeof execution !== 'string' || !Array.isArray(story)) return { state: 'to-do' };
		const found = await n8n?.with((client) => client.request('GET', `/rest/executions/${execution}`));
		const status = textAt(found, 'status');
		const address = `${addresses.n8n}/workflow/${FLOWS.retrain}/executions/${execution}`;
		const links = [{ text: 'See the execution', address }];
		const detail = story.join(' ');
		if (status === 'success') return { state: 'done', detail: `${detail} The flow finished.`, links };
		if (status === 'error' || status === 'canceled' || status === 'crashed') {
			return { state: 'to-do', detail: `${detail} The flow ended as ${status}.`, links };
		}
		return { state: 'running', detail, links };
	},
};

/**
 * @param {import('./services.mjs').Json} gateway
 * @returns {Promise<string[]>} the ids of the tasks of this type in which the agent learns
 */
async function openTasks(gateway) {
	const items = listAt(await gateway.request('GET', `/v1/tasks?${QUERY}`), 'items');
	return items.filter((task) => textAt(task, 'progress', 'runId') !== '').map((task) => textAt(task, 'id'));
}
