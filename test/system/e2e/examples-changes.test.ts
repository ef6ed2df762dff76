import { activateFlow } from '../../../scripts/n8n/workflows.mjs';
import { eventually, isThere } from '../../support/time/eventually';
import { useBrowser } from '../../support/browser/use-browser';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import type { Json } from '../../support/stack/execution';
import { pictureOfExecution } from './example-picture';
import { importChanged } from './import-changed';
import { StandIn } from './stand-in';
import { useFlows } from './use-flows';

const AGENT = 'agent_support';
/** So that a test waits for seconds where a user waits for a minute. */
const OFTEN = { item: [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55].map((second) => everyMinuteAt(second)) };

const flows = useFlows();
const browser = useBrowser();

function everyMinuteAt(second: number) {
	return { mode: 'custom', cronExpression: `${second} * * * * *` };
}

/** Publishes an example and waits for its first poll. @param list below the agent */
async function publish(file: string, list: string): Promise<{ flow: string; admin: SandboxAdmin }> {
	const { n8n, stack } = flows().running;
	const admin = new SandboxAdmin(stack.sandbox);
	const flow = await importChanged(n8n, file, (node) =>
		'pollTimes' in node.parameters ? { ...node, parameters: { ...node.parameters, pollTimes: OFTEN } } : node,
	);
	const polls = { method: 'GET', path: `/agents/{id}/${list}` };
	const before = (await admin.requests(polls)).length;
	await activateFlow(n8n.client, flow);
	await eventually(async () => (await admin.requests(polls)).length > before, Boolean, 'The first poll', {
		everyMs: 1_000,
	});
	return { flow, admin };
}

/** What left a node, by the flow's executions that succeeded, oldest first. */
async function outputs(flow: string, node: string): Promise<Json[]> {
	const listed = (await flows().executionsOf(flow)).filter(({ status }) => status === 'success');
	const executions = await Promise.all(listed.reverse().map(({ id }) => flows().read(id)));
	return executions.flatMap((execution) => execution.output(node));
}

async function picture(flow: string, node: string, file: string): Promise<void> {
	const { n8n } = flows().running;
	const listed = await flows().executionsOf(flow);
	const executions = await Promise.all(listed.map(({ id }) => flows().read(id)));
	const shown = executions.find((execution) => execution.runs(node) > 0);
	await pictureOfExecution(browser(), n8n, { workflowId: flow, executionId: shown?.id ?? '', file });
}

it('tag-orders-by-confirmation.json tags each order once its buyer has answered, however soon', async () => {
	const standIn = await StandIn.import(flows().running.n8n);
	const early = await new SandboxAdmin(flows().running.stack.sandbox).askForConfirmation(AGENT, {
		orderNumber: '1001',
	});
	const { flow, admin } = await publish('tag-orders-by-confirmation.json', 'cod-confirmations');
	const tags = async () =>
		(await standIn.orderTags()).map(({ order, tag }) => `${String(order)} ${String(tag)}`).sort();
	const until = (wanted: string[]) =>
		eventually(
			async () => {
				expect(await tags()).toEqual(wanted);
				return true;
			},
			isThere,
			wanted.join(', '),
			{ everyMs: 1_000 },
		);

	await admin.askForConfirmation(AGENT, { orderNumber: '1002', status: 'confirmed' });
	const late = await admin.askForConfirmation(AGENT, { orderNumber: '1003' });
	await admin.settleConfirmation(AGENT, early, 'cancelled');
	await until(['1001 cod-cancelled', '1002 cod-confirmed']);
	await admin.settleConfirmation(AGENT, late, 'no_response');
	await until(['1001 cod-cancelled', '1002 cod-confirmed', '1003 cod-no_response']);
	await picture(flow, 'Tagged', 'example-tag-orders.png');

	await standIn.takeAway();
	await admin.settleConfirmation(AGENT, late, 'confirmed');
	const refused = () => outputs(flow, 'Tag the Order');
	await eventually(
		async () => Promise.all((await flows().executionsOf(flow)).map(({ id }) => flows().read(id))),
		(executions) => executions.some((execution) => execution.output('Tag the Order', 1).length > 0),
		'A refused tag',
		{ everyMs: 1_000 },
	);
	expect(await refused()).toHaveLength(3);
	await standIn.putBack();
});

it('resolved-conversations-to-table.json has one row for each resolved conversation, with its last transcript', async () => {
	const admin = new SandboxAdmin(flows().running.stack.sandbox);
	const early = await admin.beginConversation(AGENT);
	await admin.addMessage(early, 'visitor', 'Where is my order?');
	const { flow } = await publish('resolved-conversations-to-table.json', 'conversations');
	const rows = () => outputs(flow, 'Add or Update Row');
	const until = (count: number) =>
		eventually(async () => ((await rows()).length >= count ? await rows() : null), isThere, `${count} rows`, {
			everyMs: 1_000,
		});

	await admin.addMessage(early, 'teammate', 'It arrives tomorrow.');
	await admin.changeConversation(early, { state: 'resolved' });
	const [first] = await until(1);
	expect(first).toMatchObject({
		conversation: early,
		channel: 'website',
		messages: 2,
		rating: null,
		first_question: 'Where is my order?',
		transcript: 'visitor: Where is my order?\nteammate: It arrives tomorrow.',
	});

	await admin.changeConversation(early, { state: 'open', rating: 2 });
	await admin.addMessage(early, 'visitor', 'It has not arrived.');
	await eventually(
		() => outputs(flow, 'Conversation Changed'),
		(seen) => seen.some(({ change }) => change === 'reopened'),
		'The reopened conversation',
		{ everyMs: 1_000 },
	);
	await admin.changeConversation(early, { state: 'resolved' });
	const soon = await admin.beginConversation(AGENT, { state: 'resolved' });
	const refused = await admin.beginConversation(AGENT, { state: 'resolved' });
	await admin.addFault('GET', `/conversations/${refused}`, { kind: 'status', status: 404 }, 100);
	const all = await until(3);
	expect(all.slice(1).find(({ conversation }) => conversation === early)).toMatchObject({
		id: first?.['id'],
		messages: 3,
		rating: 2,
		transcript: expect.stringContaining('It has not arrived.') as string,
	});
	expect(all.find(({ conversation }) => conversation === soon)).toMatchObject({ messages: 0, transcript: '' });
	const notSaved = [];
	for (const { id } of await flows().executionsOf(flow)) notSaved.push(...(await flows().read(id)).output('Not Saved'));
	expect(notSaved).toMatchObject([{ conversation: refused, reason: expect.stringContaining(refused) as string }]);
	await picture(flow, 'Add or Update Row', 'example-resolved-conversations.png');
});
