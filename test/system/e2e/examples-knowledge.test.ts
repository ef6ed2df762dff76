import { z } from 'zod';
import { createClient } from '../../../api';
import { waitUntil } from '../../../scripts/processes/wait-until.mjs';
import { activateFlow } from '../../../scripts/n8n/workflows.mjs';
import { useBrowser } from '../../support/browser/use-browser';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import { AnswerForm } from './answer-form';
import { pictureOfExecution } from './example-picture';
import { runTool } from './run-tool';
import { useFlows } from './use-flows';

/** What the sandbox says of the credits: the specification shows no field. */
const usageSchema = z.object({ messageCredits: z.object({ used: z.number() }) });

const AGENT = { id: 'agent_support' };

const flows = useFlows();
const browser = useBrowser();
const api = () => {
	const { apiUrl: baseUrl, apiKey } = flows().running.stack.sandbox;
	return createClient({ baseUrl, apiKey });
};

describe('answer-unanswered-questions.json', () => {
	const QUESTION = 'Do you rent out submarines?';
	const OTHER = 'Is "breakfast" included & free?';
	const ANSWER = 'No, but our *rowing boats* are waterproof.';

	it('lets a person answer what the agent could not, and the agent knows it from then on', async () => {
		const { n8n } = flows().running;
		const id = await n8n.importExample('answer-unanswered-questions.json');
		await activateFlow(n8n.client, id);
		for (const message of [QUESTION, OTHER, QUESTION]) await chat(message);

		const form = await AnswerForm.open(browser(), n8n.url);
		expect((await form.questions()).sort()).toEqual([QUESTION, OTHER]);
		await form.answer(QUESTION, ANSWER, 'example-answer-form.png');
		const [answered] = await flows().executionsOf(id);
		const executionId = answered?.id ?? '';
		expect((await flows().untilEnded(executionId)).status).toBe('success');
		await form.close();

		const { items } = await api().call('listQaPairs', { params: AGENT });
		expect(items).toMatchObject([{ question: QUESTION, answer: ANSWER, enabled: true }]);
		const learned = await waitUntil('The answer', async () => ((await chat(QUESTION)) === ANSWER ? true : null));
		expect(learned).toBe(true);

		const again = await AnswerForm.open(browser(), n8n.url);
		expect(await again.questions()).toEqual([OTHER]);
		await again.answer(OTHER, 'It is.');
		await again.close();

		const last = await AnswerForm.open(browser(), n8n.url);
		await last.says('Nothing left');
		await last.close();
		await pictureOfExecution(browser(), n8n, {
			workflowId: id,
			executionId,
			file: 'example-answer-unanswered-questions.png',
		});
	});
});

describe('agent-as-a-tool.json', () => {
	const says = 'How long does shipping take?';
	const chatNode = { node: 'When Chat Message Received', says };

	it('searches without a message credit, and asks the agent for one', async () => {
		const { n8n, stack } = flows().running;
		const admin = new SandboxAdmin(stack.sandbox);
		await train();
		const id = await n8n.importExample('agent-as-a-tool.json');
		const before = await creditsUsed();

		const search = await runTool(n8n.client, id, {
			chat: chatNode,
			tool: { node: 'Search Knowledge', input: { query: says } },
		});
		const searched = await flows().untilEnded(search);
		expect(searched.status).toBe('success');
		expect(JSON.stringify(searched.toolOutput('Search Knowledge'))).toContain(stack.sandbox.siteUrl);
		expect(await creditsUsed()).toBe(before);

		const ask = await runTool(n8n.client, id, {
			chat: chatNode,
			tool: { node: 'Ask the Agent', input: { message: says } },
		});
		const asked = await flows().untilEnded(ask);
		expect(asked.status).toBe('success');
		expect(await creditsUsed()).toBe(before + 1);

		const posts = await admin.requests({ method: 'POST', path: '/agents/agent_support/chat' });
		expect(posts.at(-1)?.status).toBe(200);
		await pictureOfExecution(browser(), n8n, {
			workflowId: id,
			executionId: search,
			file: 'example-agent-as-a-tool.png',
		});
	});
});

async function chat(message: string): Promise<string> {
	return (await api().call('chat', { params: AGENT, body: { message } })).reply;
}

async function train(): Promise<void> {
	await api().call('retrain', { params: AGENT });
	await flows().agents.finishTraining();
	await waitUntil('The training', async () => {
		const { training } = await api().call('getTrainingStatus', { params: AGENT });
		return training ? null : true;
	});
}

async function creditsUsed(): Promise<number> {
	const usage = await api().call('getUsage');
	return usageSchema.parse(usage).messageCredits.used;
}
