// @ts-check
import { listAt, numberAt, textAt } from '../../json.mjs';
import { readTask, startTask, taskLink } from './tasks.mjs';
import { THIRTY_ANSWERS } from './thirty-answers.mjs';

const AGENT = 'agent_support';
const SET = 'Thirty answers';
const COUNT = THIRTY_ANSWERS.length;
/** So many answers are new each time, as if somebody had edited the table. */
const EDITED = 3;

/** @type {import('./first-steps.mjs').FirstStep} */
export const teachAnswers = {
	id: 'teach-answers',
	title: 'Teach it thirty answers',
	text: `The button brings ${COUNT} questions and answers into an agent. Press it again: ${EDITED} answers are new then, so ${EDITED} are changed, the others stay as they are, and none is there twice.`,
	button: `Teach ${COUNT} answers`,
	needsN8n: false,
	async begin({ gateway }, memory, save) {
		const times = Number(memory['times'] ?? 0);
		await startTask(gateway, 'knowledge-sync', () => setOf(times), memory, save);
		memory['times'] = times + 1;
		await save();
	},
	async look({ gateway, sandbox, addresses }, { taskId }) {
		if (typeof taskId !== 'string') return { state: 'to-do' };
		const { ended, succeeded, message } = await readTask(gateway, taskId);
		const links = [
			{ text: 'See the answers', address: `${addresses.sandbox}/dashboard/agents/${AGENT}` },
			taskLink(addresses.gateway, taskId),
		];
		if (!ended) return { state: 'running', detail: message, links };
		const { steps, there, doubled } = await found(gateway, sandbox, taskId);
		const isRight = succeeded && there === COUNT && doubled === 0;
		return {
			state: isRight ? 'done' : 'to-do',
			detail: isRight
				? `${steps} The agent has ${COUNT} of ${COUNT} pairs, each once.`
				: `${message} The agent has ${there} of ${COUNT} pairs, ${doubled} of them twice.`,
			links,
		};
	},
};

/** @param {number} times how often the button was pressed before */
function setOf(times) {
	const rows = THIRTY_ANSWERS.map(([question, answer], index) => ({
		type: 'qa',
		question,
		answer: index < EDITED && times > 0 ? `${answer} (Edited, version ${times + 1}.)` : answer,
	}));
	return { connection: 'sandbox', agentId: AGENT, set: SET, rows, existing: 'adopt', drift: 'overwrite' };
}

/**
 * What the task did, and which of the pairs the agent has.
 * @param {import('./services.mjs').Json} gateway
 * @param {import('./services.mjs').Json} sandbox
 * @param {string} taskId
 */
async function found(gateway, sandbox, taskId) {
	const task = await gateway.request('GET', `/v1/tasks/${encodeURIComponent(taskId)}`);
	/** @param {string} kind */
	const count = (kind) => numberAt(task, 'result', 'steps', kind);
	const steps = `${count('create') + count('missing')} were added, ${count('update')} changed, and ${count('unchanged')} stayed as they are.`;
	const page = await sandbox.request('GET', `/api/v1/agents/${AGENT}/qa-pairs?limit=100`);
	const questions = new Set(THIRTY_ANSWERS.map(([question]) => question));
	const own = listAt(page, 'items')
		.map((pair) => textAt(pair, 'question'))
		.filter((question) => questions.has(question));
	const there = new Set(own).size;
	return { steps, there, doubled: own.length - there };
}
