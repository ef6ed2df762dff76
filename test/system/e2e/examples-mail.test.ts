import { z } from 'zod';
import { activateFlow } from '../../../scripts/n8n/workflows.mjs';
import { eventually, isThere } from '../../support/time/eventually';
import { useBrowser } from '../../support/browser/use-browser';
import { Mailboxes } from '../../support/gateway/mailboxes';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import { askGateway } from './ask-gateway';
import { DecisionForm } from './decision-form';
import { pictureOfExecution } from './example-picture';
import { StandIn } from './stand-in';
import { stepThrough } from './step-through';
import { untilSubscribed } from './subscriptions';
import { useFlows } from './use-flows';

const AGENT = 'agent_support';
const PEOPLE = ['Ada', 'Ben', 'Cleo'] as const;
const REQUEST = /^The email “Thank you for your interest, (\w+)” waits for approval until .+\. Decide: (http\S+)$/;
const OWN_TEXT = 'Thank you for your visit.\n\nWe open <b>at nine</b> & close at {{ 5 }}.';

const reviewSchema = z.looseObject({
	draft: z.looseObject({ content: z.string() }),
	question: z.looseObject({ hash: z.string() }),
});

const flows = useFlows();
const browser = useBrowser();
const ask = (method: string, path: string, body?: object) => askGateway(flows().running.stack, method, path, body);

it('mail-with-approval.json and approval-from-n8n-form.json send what a person approved in the form', async () => {
	const { n8n, stack } = flows().running;
	await flows().agents.finishTraining();
	const standIn = await StandIn.import(n8n);
	const admin = new SandboxAdmin(stack.sandbox);
	const mail = new Mailboxes({ sandbox: { ...stack.sandbox, seedKey: stack.sandbox.apiKey } });
	await mail.active('help@shop.example');
	const approvals = await n8n.importExample('approval-from-n8n-form.json');
	await activateFlow(n8n.client, approvals);
	await untilSubscribed(stack, 1);
	const mails = await n8n.importExample('mail-with-approval.json');
	await publishTrigger(mails, admin);

	for (const name of PEOPLE) await admin.captureLead(AGENT, { name, email: addressOf(name) });
	const links = await untilAsked(standIn, PEOPLE.length);
	expect([...links.keys()].sort()).toEqual([...PEOPLE]);

	await sendChanged(linkTo(links, 'Ada'));
	await reject(linkTo(links, 'Ben'));
	await decideTooLate(linkTo(links, 'Cleo'));

	const outcomes = await eventually(
		async () => {
			const said = (await textsOf(standIn)).filter((text) => text.startsWith('The email to '));
			return said.length >= PEOPLE.length ? said.sort() : null;
		},
		isThere,
		'The outcomes in the chat',
		{ everyMs: 1_000 },
	);
	expect(outcomes).toEqual([
		'The email to Ada was sent: ada@client.example delivered. Decided by Rita.',
		'The email to Ben (ben@client.example) ended as rejected. Rita rejected the email. It was not sent. Too friendly.',
		'The email to Cleo was sent: cleo@client.example delivered. Decided by Dora.',
	]);
	expect((await mail.untilReceived(addressOf('Ada'))).text.replaceAll('\r\n', '\n')).toContain(OWN_TEXT);
	expect(await mail.received(addressOf('Ben'))).toEqual([]);
	expect(await mail.received(addressOf('Cleo'))).toHaveLength(1);

	const [published] = await flows().executionsOf(mails);
	const whole = await flows().untilEnded(published?.id ?? '');
	await pictureOfExecution(browser(), n8n, {
		workflowId: mails,
		executionId: whole.id,
		file: 'example-mail-with-approval.png',
	});
	// The key names the lead, so the steps find the tasks of the first run.
	const nodes = [
		'Where to Send',
		'Has an Email Address',
		'Send After Approval',
		'Confirm in the Chat',
		'Report Why Not',
	];
	await stepThrough(flows(), mails, { whole, trigger: 'New Lead', nodes });
	expect(await mail.received(addressOf('Ada'))).toHaveLength(1);

	const executions = await flows().executionsOf(approvals);
	const decided = await Promise.all(executions.map(({ id }) => flows().read(id)));
	const changed = decided.find((execution) => execution.runs('Approve the Changes') === 1);
	await pictureOfExecution(browser(), n8n, {
		workflowId: approvals,
		executionId: changed?.id ?? '',
		file: 'example-approval-from-n8n-form.png',
	});
	const asked = decided.find((execution) => execution.runs('Ask in the Chat') === 1);
	if (asked === undefined) throw new Error('No execution has asked in the chat.');
	const steps = ['New Email or Reminder', 'Where to Send', 'Ask in the Chat'];
	await stepThrough(flows(), approvals, { whole: asked, trigger: 'On Review Requested', nodes: steps });
	if (changed === undefined) throw new Error('No execution has saved a changed email.');
	const open = ['Get Review', 'Still Open?'];
	await stepThrough(flows(), approvals, { whole: changed, trigger: 'Form: Who Decides', nodes: open });
});

/** A person changes the text, and sends it. */
async function sendChanged(link: string): Promise<void> {
	const form = await DecisionForm.open(browser(), link, 'Rita');
	expect(await form.email()).toContain('From help@shop.example to ada@client.example.');
	const task = taskOf(link);
	expect((await form.text()).trim()).toBe((await review(task)).draft.content.trim());
	await form.write('Hello Ada,\n\nthank you for asking about our jackets. Which colour do you like?');
	await form.picture('example-approval-form.png');
	await form.write(OWN_TEXT);
	await form.decide('Send it');
	expect(await form.ending('The email is sent')).toContain('Decided by Rita.');
	await form.close();
}

async function reject(link: string): Promise<void> {
	const form = await DecisionForm.open(browser(), link, 'Rita');
	await form.email();
	await form.decide('Do not send it', 'Too friendly.');
	expect(await form.ending('The email is not sent')).toContain('Decided by Rita.');
	await form.close();
}

/** While the form is open, somebody else approves the email. */
async function decideTooLate(link: string): Promise<void> {
	const form = await DecisionForm.open(browser(), link, 'Rita');
	await form.email();
	const task = taskOf(link);
	const { hash } = (await review(task)).question;
	await ask('POST', `/v1/tasks/${encodeURIComponent(task)}/decision`, { action: 'approve', hash, by: 'Dora' });
	await form.decide('Do not send it');
	expect(await form.ending('Nothing was decided')).toContain('Dora already decided: approve');
	await form.close();

	const again = await DecisionForm.open(browser(), link, 'Rita');
	expect(await again.ending('Nothing to decide')).toContain('Dora already approved the email.');
	await again.close();
	const wrong = await DecisionForm.open(browser(), link.replace(/task=.*/, 'task=none'), 'Rita');
	expect(await wrong.ending('Nothing was decided')).toContain('There is no task none');
	await wrong.close();
}

/** n8n says that a flow is published before its trigger has looked for the first time. */
async function publishTrigger(id: string, admin: SandboxAdmin): Promise<void> {
	const polls = { method: 'GET', path: '/agents/{id}/leads' };
	const before = (await admin.requests(polls)).length;
	await activateFlow(flows().running.n8n.client, id);
	await eventually(async () => (await admin.requests(polls)).length > before, Boolean, 'The first poll');
}

/** The links to the form, by the person whom the email is for. */
async function untilAsked(standIn: StandIn, count: number): Promise<Map<string, string>> {
	return eventually(
		async () => {
			const asked = (await textsOf(standIn)).map((text) => REQUEST.exec(text)).filter((match) => match !== null);
			return asked.length >= count ? new Map(asked.map(([, name = '', link = '']) => [name, link])) : null;
		},
		isThere,
		`${count} requests in the chat`,
		{ everyMs: 1_000 },
	);
}

async function textsOf(standIn: StandIn): Promise<string[]> {
	return (await standIn.messages()).map(({ text }) => String(text));
}

async function review(task: string) {
	return reviewSchema.parse(await ask('GET', `/v1/tasks/${encodeURIComponent(task)}/review`));
}

function addressOf(name: string): string {
	return `${name.toLowerCase()}@client.example`;
}

function linkTo(links: Map<string, string>, name: string): string {
	return links.get(name) ?? '';
}

function taskOf(link: string): string {
	return new URL(link).searchParams.get('task') ?? '';
}
