import { z } from 'zod';
import { eventually } from '../../support/time/eventually';
import { useBrowser } from '../../support/browser/use-browser';
import { Mailboxes } from '../../support/gateway/mailboxes';
import { askGateway } from './ask-gateway';
import { useFlows } from './use-flows';

// A real n8n's words about an execution that waits, and about one that a person stopped.

const ADDRESS = 'hana@client.example';
const email = {
	resource: 'email',
	operation: 'sendAfterApproval',
	connection: { __rl: true, mode: 'name', value: 'sandbox' },
	agentId: { __rl: true, mode: 'id', value: 'agent_support' },
	to: ADDRESS,
	subject: 'Hello',
	textFrom: 'content',
	content: 'A text',
	reviewers: '',
	options: { nobodyNotified: true },
};
const detailsSchema = z.looseObject({
	reviewPath: z.string(),
	execution: z.looseObject({ id: z.string(), flow: z.string(), url: z.string(), state: z.string() }),
});

const flows = useFlows();
const browser = useBrowser();

it('a review says that its execution was stopped in n8n, and asks before the mail goes', async () => {
	const { stack, n8n } = flows().running;
	const mail = new Mailboxes({ sandbox: { ...stack.sandbox, seedKey: stack.sandbox.apiKey } });
	await mail.active('help@shop.example');
	const credential = { id: 'akGatewaySandbox1', name: 'Agent Knowledge Gateway (local)' };
	const id = await flows().startTask({ name: 'Order mails', parameters: email, credential });
	const [task = ''] = (await flows().untilWaiting(id)).waitOf('Task').taskIds;
	const details = async () =>
		detailsSchema.parse(await askGateway(stack, 'GET', `/v1/tasks/${encodeURIComponent(task)}/details`));
	const untilIs = (state: string) =>
		eventually(
			details,
			({ execution }) => expect(execution).toMatchObject({ id, flow: 'Order mails', state }),
			`n8n to say of the execution: ${state}`,
		);

	const { execution, reviewPath } = await untilIs('stands');
	expect(execution.url).toMatch(new RegExp(`^${n8n.url}/workflow/[^/]+/executions/${id}$`));
	// To look has resumed nothing.
	expect((await flows().read(id)).status).toBe('waiting');

	await n8n.client.request('POST', `/rest/executions/${id}/stop`);
	await untilIs('stopped');
	const page = await browser().newPage();
	await page.goto(stack.gateway.url + reviewPath);
	const alert = page.getByRole('alert').first();
	expect(await alert.innerText()).toContain('The execution that waits for it was stopped, or has ended.');
	await page.getByLabel('Your name').fill('Rita');
	await page.getByRole('radio', { name: /^Approve and send/ }).check();
	await page.getByRole('button', { name: 'Decide' }).click();
	await page.getByText('tick the box to do it all the same').waitFor();
	expect(await mail.received(ADDRESS)).toEqual([]);

	await page.getByLabel('Your name').fill('Rita');
	await page.getByRole('radio', { name: /^Approve and send/ }).check();
	await page.getByLabel('Do it all the same').check();
	await page.getByRole('button', { name: 'Decide' }).click();
	await mail.untilReceived(ADDRESS);
	expect((await flows().task(task)).status).toBe('completed');
	expect((await flows().read(id)).status).toBe('canceled');
	await page.close();
});
