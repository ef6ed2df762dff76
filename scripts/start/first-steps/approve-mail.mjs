// @ts-check
import { textAt } from '../../json.mjs';
import { readTask, startTask, taskLink } from './tasks.mjs';

const MAIL = {
	connection: 'sandbox',
	agentId: 'agent_support',
	to: ['kim@customer.example'],
	subject: 'Your order is on its way',
	content: 'Hello Kim,\n\nyour parcel left our house this morning and arrives on Thursday.\n\nYour team',
	reviewers: ['you@agent-knowledge.example'],
};

const MESSAGE = { open: 'The mail waits for your decision.', decided: 'You decided. The mail is on its way.' };

/** @type {import('./first-steps.mjs').FirstStep} */
export const approveMail = {
	id: 'approve-mail',
	title: 'Approve a mail',
	text: 'The button asks for approval of a mail to a customer. Open its review page, change the text if you like, and approve it. Only then the mail is sent.',
	button: 'Ask for approval',
	needsN8n: false,
	async begin({ gateway }, memory, save) {
		await startTask(gateway, 'email-send-with-review', () => MAIL, memory, save);
	},
	async look({ gateway, addresses }, { taskId }) {
		if (typeof taskId !== 'string') return { state: 'to-do' };
		const { ended, succeeded, message } = await readTask(gateway, taskId);
		const links = [taskLink(addresses.gateway, taskId)];
		const outbox = { text: 'Open the outbox', address: `${addresses.sandbox}/dashboard/mail` };
		if (succeeded) return { state: 'done', detail: 'The mail was approved and sent.', links: [outbox, ...links] };
		if (ended) return { state: 'to-do', detail: message, links };
		const details = await gateway.request('GET', `/v1/tasks/${encodeURIComponent(taskId)}/details`);
		const path = textAt(details, 'reviewPath');
		const review = path === '' ? outbox : { text: 'Open the review page', address: `${addresses.gateway}${path}` };
		return { state: 'running', detail: MESSAGE[path === '' ? 'decided' : 'open'], links: [review, ...links] };
	},
};
