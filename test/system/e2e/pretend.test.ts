import { z } from 'zod';
import { eventually, isThere } from '../../support/time/eventually';
import { Mailboxes } from '../../support/gateway/mailboxes';
import { useBrowser } from '../../support/browser/use-browser';
import { picturePath, walk } from '../../support/browser/walk';
import { askGateway } from './ask-gateway';
import { useFlows } from './use-flows';

const flows = useFlows();
const browser = useBrowser();

const tasksSchema = z.object({ items: z.array(z.looseObject({ id: z.string() })) });

/** Ids of all tasks at the gateway. */
async function tasks(): Promise<string[]> {
	const { items } = tasksSchema.parse(await askGateway(flows().running.stack, 'GET', '/v1/tasks?fresh=true'));
	return items.map(({ id }) => id);
}

it('pretends in a run of the editor: nothing is started, and what comes after runs', async () => {
	const execution = await flows().untilEnded(await flows().start('pretend.json'));

	expect(execution.status).toBe('success');
	const rejected = { isSample: true, decision: 'reject', outcome: 'rejected', text: 'rejected by Sample Reviewer' };
	expect(execution.output('Not Sent')).toMatchObject([rejected]);
	expect(execution.runs('Sent')).toBe(0);
	expect(await tasks()).toEqual([]);
});

it('says at the output that its items are samples', async () => {
	const id = await flows().import('pretend.json');
	await walk(browser(), flows().running.n8n, 'pretend', async (editor) => {
		await editor.open(id);
		await editor.page.keyboard.press('Escape');
		await editor.execute();
		await editor.untilGreen('Not Sent');
		await editor.openNode('Mail');
		await editor.page
			.getByText(/Sample: nothing was sent or started/)
			.first()
			.waitFor();
		await editor.page.screenshot({ path: await picturePath('pretend.png') });
	});
	expect(await tasks()).toEqual([]);
});

it('is ignored when the published flow runs', async () => {
	const { n8n, stack } = flows().running;
	const { apiKey, ...service } = stack.sandbox;
	const mail = new Mailboxes({ sandbox: { ...service, seedKey: apiKey } }, 'agent_quick');
	await mail.active('help@shop.example');
	const id = await flows().import('pretend-published.json');
	// n8n registers the webhooks of a flow shortly after it was published.
	const call = async () => (await fetch(`${n8n.url}/webhook/pretend`, { method: 'POST' })).ok || null;
	await eventually(call, isThere, 'The webhook of the flow');

	const own = await eventually(
		async () => (await flows().executionsOf(id)).at(0),
		isThere,
		'The execution of the call',
	);
	const waiting = await flows().untilWaiting(own.id);
	const { taskIds } = waiting.waitOf('Mail');
	expect(await tasks()).toEqual(taskIds);
	await askGateway(stack, 'POST', `/v1/tasks/${encodeURIComponent(taskIds[0] ?? '')}/cancel`);
	const ended = await flows().untilEnded(own.id);
	expect(ended.output('Not Sent')).toMatchObject([{ status: 'cancelled' }]);
	expect(ended.output('Not Sent')[0]).not.toHaveProperty('isSample');
});
