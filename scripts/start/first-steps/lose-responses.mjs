// @ts-check
import { listAt, textAt } from '../../json.mjs';
import { readTask, startTask, taskLink } from './tasks.mjs';

const AGENT = 'agent_support';
const TEXTS = 3;

/** @type {import('./first-steps.mjs').FirstStep} */
export const loseResponses = {
	id: 'lose-responses',
	title: 'Lose every second response',
	text: `The button makes the service lose every second response after it has done the work, and adds ${TEXTS} texts to an agent. A plain retry would add some of them twice. The worker looks first.`,
	button: `Lose responses and add ${TEXTS} texts`,
	needsN8n: false,
	async begin({ gateway, admin }, memory, save) {
		memory['since'] = new Date().toISOString();
		await startTask(gateway, 'add-sources', () => newTexts(memory), memory, save);
		await admin.request('PATCH', '/settings', { lostResponses: 'every-second' });
	},
	async look({ gateway, sandbox, admin, addresses }, { taskId, since, prefix }) {
		if (typeof taskId !== 'string' || typeof since !== 'string' || typeof prefix !== 'string')
			return { state: 'to-do' };
		const { ended, message } = await readTask(gateway, taskId);
		const lost = await countLost(admin, since);
		const links = [taskLink(addresses.gateway, taskId)];
		if (!ended) return { state: 'running', detail: `${lost} responses were lost. ${message}`, links };
		await admin.request('PATCH', '/settings', { lostResponses: 'none' });
		const titles = await titlesOf(sandbox, prefix);
		const doubled = titles.length - new Set(titles).size;
		const isRight = titles.length === TEXTS && doubled === 0;
		return {
			state: isRight ? 'done' : 'to-do',
			detail: `${lost} responses were lost. The agent has ${titles.length} of ${TEXTS} texts, ${doubled === 0 ? 'each once' : `${doubled} of them twice`}.`,
			links: [{ text: 'See the texts', address: `${addresses.sandbox}/dashboard/agents/${AGENT}` }, ...links],
		};
	},
};

/**
 * The time makes the titles of each try its own.
 * @param {import('./first-steps.mjs').Memory} memory gets the `prefix` of the titles
 */
function newTexts(memory) {
	const prefix = `First steps ${new Date().toISOString().slice(11, 19)}`;
	memory['prefix'] = prefix;
	const sources = Array.from({ length: TEXTS }, (_, index) => ({
		type: 'text',
		title: `${prefix}, text ${index + 1}`,
		content: `Text ${index + 1} of ${TEXTS}, added while every second response was lost.`,
	}));
	return { connection: 'sandbox', agentId: AGENT, sources };
}

/**
 * @param {import('./services.mjs').Json} admin
 * @param {string} since
 */
async function countLost(admin, since) {
	const requests = listAt(await admin.request('GET', `/requests?since=${encodeURIComponent(since)}`), 'items');
	return requests.filter((request) => textAt(request, 'fault') === 'lost-after').length;
}

/**
 * The titles of the agent's texts that begin with the prefix. The newest sources come first.
 * @param {import('./services.mjs').Json} sandbox
 * @param {string} prefix
 */
async function titlesOf(sandbox, prefix) {
	const page = await sandbox.request('GET', `/api/v1/agents/${AGENT}/sources?limit=100`);
	return listAt(page, 'items')
		.map((source) => textAt(source, 'name'))
		.filter((name) => name.startsWith(prefix));
}
