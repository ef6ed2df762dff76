/** Keep Knowledge in Step in real n8n, with the worker and the sandbox. */
import { z } from 'zod';
import { createClient } from '../../../api';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import type { Execution } from '../../support/stack/execution';
import { eventually, isThere } from '../../support/time/eventually';
import { askGateway } from './ask-gateway';
import { useFlows } from './use-flows';

const listSchema = z.object({ items: z.array(z.object({ id: z.string(), waitsForPerson: z.boolean() })) });
const reviewSchema = z.object({
	question: z.object({ hash: z.string() }),
	plan: z.object({ rows: z.array(z.object({ key: z.string(), step: z.string() })) }),
});

const AGENT = 'agent_quick';
const credential = { id: 'akGatewaySandbox1', name: 'Agent Knowledge Gateway (local)' };

const flows = useFlows();
const api = () => {
	const { apiUrl: baseUrl, apiKey } = flows().running.stack.sandbox;
	return createClient({ baseUrl, apiKey });
};
beforeEach(() => flows().agents.finishTraining());

let runs = 0;
function flowOf(items: object[], more: object) {
	const parameters = {
		resource: 'knowledge',
		operation: 'keepInStep',
		connection: { __rl: true, mode: 'name', value: 'sandbox' },
		agentId: { __rl: true, mode: 'id', value: AGENT },
		set: 'Handbook',
		...more,
	};
	return { name: `Knowledge ${(runs += 1)}`, parameters, items, credential };
}

async function keepInStep(items: object[], more: object = {}): Promise<Execution> {
	const execution = await flows().runTask(flowOf(items, more));
	expect(execution.error).toBeUndefined();
	return execution;
}

/** @returns the id of the execution */
async function startKeeping(items: object[], more: object): Promise<string> {
	return flows().startTask(flowOf(items, more));
}

const pairs = Array.from({ length: 30 }, (_, nth) => ({ question: `Question ${nth}?`, answer: `Answer ${nth}` }));

async function kept(): Promise<string[]> {
	const { items } = await api().call('listQaPairs', { params: { id: AGENT }, query: { limit: 100 } });
	return items.map(({ question, answer }) => `${question} ${answer}`);
}

async function writes(): Promise<number> {
	const requests = await new SandboxAdmin(flows().running.stack.sandbox).requests({ path: `/agents/${AGENT}` });
	return requests.filter(({ method }) => method !== 'GET').length;
}

it('thirty items twice leave thirty pairs, and the second run writes nothing', async () => {
	const first = (await keepInStep(pairs)).output('Task');
	expect(first[0]).toMatchObject({ outcome: 'completed', added: 30, unchanged: 0, notInStep: 0 });
	expect(first).toHaveLength(31);
	expect(first[3]).toMatchObject({ outcome: 'done', step: 'create', item: { index: 2, json: pairs[2] } });
	expect(await kept()).toHaveLength(30);

	const sent = await writes();
	const second = (await keepInStep(pairs)).output('Task');
	expect(second[0]).toMatchObject({ outcome: 'completed', added: 0, unchanged: 30 });
	expect(second.slice(1).map(({ step }) => step)).toEqual(pairs.map(() => 'unchanged'));
	expect([(await kept()).length, await writes()]).toEqual([30, sent]);
});

it('changes what differs, deletes what is gone, and names the one faulty item', async () => {
	const items = [{ ...pairs[0], answer: 'New' }, { answer: 'Of what?' }, ...pairs.slice(1, 29)];
	const execution = await keepInStep(items);
	const [digest, faulty, ...others] = execution.output('Task', 1);
	expect(digest).toMatchObject({ outcome: 'partly_failed', changed: 1, deleted: 0, unchanged: 28, notInStep: 1 });
	expect(faulty).toMatchObject({ outcome: 'refused', item: { index: 1, json: { answer: 'Of what?' } } });
	expect(faulty?.['reason']).toMatch(/^Question /);
	expect(others).toEqual([]);
	// A row that could not be read may stand for it.
	expect(execution.output('Task').at(-1)).toMatchObject({ outcome: 'stays', name: 'Question 29?', item: null });
	expect(await kept()).toHaveLength(30);

	const mended = await keepInStep(items.filter((_, index) => index !== 1));
	expect(mended.output('Task')[0]).toMatchObject({ outcome: 'completed', deleted: 1, unchanged: 29 });
	expect(await kept()).toContain('Question 0? New');
	expect(await kept()).toHaveLength(29);
});

it('uploads a large set by itself', async () => {
	const items = Array.from({ length: 6 }, (_, nth) => ({
		title: `Text ${nth}`,
		content: `${nth} ${'word '.repeat(8_000)}`,
	}));
	const more = { rowType: 'text', set: 'Texts' };
	expect((await keepInStep(items, more)).output('Task')[0]).toMatchObject({ outcome: 'completed', added: 6 });
	const again = (await keepInStep(items, more)).output('Task');
	expect(again[0]).toMatchObject({ outcome: 'completed', added: 0, unchanged: 6 });
	expect(again.at(-1)).toMatchObject({ name: 'Text 5', step: 'unchanged' });
});

it('waits for a person before it deletes much, and continues with what the person left', async () => {
	const own = pairs.map(({ question, answer }) => ({ question: `Waiting: ${question}`, answer }));
	await keepInStep(own, { set: 'Waiting' });
	const few = own.slice(0, 10).map((each) => ({ ...each, answer: `${each.answer}, newer` }));
	const waiting = await startKeeping(few, { set: 'Waiting' });
	const path = await eventually(
		async () => {
			const query = new URLSearchParams({ type: 'knowledge-sync', ended: 'false', fresh: 'true' });
			const { items } = listSchema.parse(await askGateway(flows().running.stack, 'GET', `/v1/tasks?${query}`));
			const task = items.find(({ waitsForPerson }) => waitsForPerson);
			return task === undefined ? null : `/v1/tasks/${encodeURIComponent(task.id)}`;
		},
		isThere,
		'A plan that waits',
	);
	const execution = await flows().untilWaiting(waiting);
	expect(execution.status).toBe('waiting');
	const { question, plan } = reviewSchema.parse(await askGateway(flows().running.stack, 'GET', `${path}/review`));
	expect(plan.rows).toHaveLength(30);
	const keep = plan.rows.filter(({ step }) => step === 'delete').map(({ key }) => key);
	const decision = { action: 'approve', hash: question.hash, keep: keep.slice(1), by: 'Ada' };
	await askGateway(flows().running.stack, 'POST', `${path}/decision`, decision);
	const ended = await flows().untilEnded(waiting);
	expect(ended.error).toBeUndefined();
	const rows = [...ended.output('Task'), ...ended.output('Task', 1)];
	expect(rows[0]).toMatchObject({ changed: 10, deleted: 1 });
	expect((await kept()).filter((each) => each.startsWith('Waiting: '))).toHaveLength(29);
});
