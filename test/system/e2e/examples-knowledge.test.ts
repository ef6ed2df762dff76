import { z } from 'zod';
import { createClient } from '../../../api';
import { eventually } from '../../support/time/eventually';
import { activateFlow, startFlow } from '../../../scripts/n8n/workflows.mjs';
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
		await eventually(
			() => chat(QUESTION),
			(seen) => seen === ANSWER,
			'the agent knows a pair once it is indexed',
		);

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

describe('teach-answers.json', () => {
	const QUESTION = 'How much is the Fell backpack?';
	const learn = async (flow: string) => {
		const { client } = flows().running.n8n;
		const execution = await flows().untilEnded(await startFlow(client, flow, 'Start by Hand'));
		expect(execution.status).toBe('success');
		return execution;
	};
	const total = async () => (await api().call('listQaPairs', { params: AGENT })).total;
	const writes = async () => {
		const admin = new SandboxAdmin(flows().running.stack.sandbox);
		const sent = await admin.requests();
		return sent.filter(({ method, path }) => method !== 'GET' && path.includes('/qa-pairs')).length;
	};

	it('teaches thirty answers once, and nothing the second time', async () => {
		const { n8n } = flows().running;
		const flow = await n8n.importExample('teach-answers.json');
		const before = await total();
		const first = await learn(flow);
		expect(first.output('Count')).toEqual([{ outcome: 'created', count_outcome: 30 }]);
		expect(await total()).toBe(before + 30);
		await pictureOfExecution(browser(), n8n, {
			workflowId: flow,
			executionId: first.id,
			file: 'example-teach-answers.png',
		});

		const written = await writes();
		const second = await learn(flow);
		expect(second.output('Count')).toEqual([{ outcome: 'unchanged', count_outcome: 30 }]);
		expect(second.runs('Thirty Sample Answers')).toBe(0);
		expect(await writes()).toBe(written);
		expect(await total()).toBe(before + 30);
	});

	it('brings back an answer that somebody changed, and names a double', async () => {
		const { n8n } = flows().running;
		const flow = await n8n.importExample('teach-answers.json');
		const { items } = await api().call('listQaPairs', { params: AGENT, query: { limit: 100, offset: 0 } });
		const pairId = items.find(({ question }) => question === QUESTION)?.id ?? 0;
		await api().call('updateQaPair', { params: { ...AGENT, pairId }, body: { answer: '99 euros.' } });
		const third = await learn(flow);
		expect(third.output('Count')).toEqual(
			expect.arrayContaining([
				{ outcome: 'updated', count_outcome: 1 },
				{ outcome: 'unchanged', count_outcome: 29 },
			]),
		);
		await api().call('createQaPair', { params: AGENT, body: { question: QUESTION.toUpperCase(), answer: '98.' } });
		const fourth = await learn(flow);
		expect(fourth.output('Not Taught')).toEqual([
			{ question: QUESTION, reason: `The agent has 2 Q&A pairs with the question "${QUESTION}"` },
		]);
		expect(fourth.output('Count')).toEqual([{ outcome: 'unchanged', count_outcome: 29 }]);
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
	await eventually(
		() => api().call('getTrainingStatus', { params: AGENT }),
		({ training }) => !training,
		'The training',
	);
}

async function creditsUsed(): Promise<number> {
	const usage = await api().call('getUsage');
	return usageSchema.parse(usage).messageCredits.used;
}
