import type { emailOperations } from '../../../../../api/operations/email';
import { newKey } from '../../email-customer';
import type { Sample } from '../sample';
import type { Stage } from '../stage';

const agentOf = ({ email }: Stage) => ({ params: { id: email.agent } });

async function newMailbox(stage: Stage): Promise<string> {
	const address = `${stage.newName()}@shop.example`;
	return (await stage.email.acted({ action: 'create', address, name: 'Desk' })).mailbox.id;
}

async function ofNewConversation(stage: Stage, more: object = {}) {
	const sessionId = await stage.email.conversation('ada@client.example', more);
	return { params: { ...agentOf(stage).params, sessionId } };
}

const newConversation = () => ({ email: 'ada@client.example', subject: 'Your order', idempotencyKey: newKey() });
const newReply = (sessionId: string) => ({ sessionId, content: 'It is on its way.', idempotencyKey: newKey() });

export const emailSamples: Record<keyof typeof emailOperations, Sample> = {
	listMailboxes: {
		request: (stage) => ({ ...agentOf(stage), query: { mailboxId: stage.mailbox.id } }),
		refusals: [
			{
				what: 'a mailbox that is not there',
				status: 404,
				type: 'not_found',
				request: (stage) => ({ ...agentOf(stage), query: { mailboxId: 'nobody' } }),
			},
		],
	},
	actOnMailbox: {
		request: (stage) => ({ ...agentOf(stage), body: { action: 'check', mailboxId: stage.mailbox.id } }),
		brokenBodies: [
			{ body: {}, field: 'action' },
			{ body: { action: 'remove' }, field: 'action' },
			{ body: { action: 'check' }, field: 'mailboxId' },
			{ body: { action: 'check', mailboxId: 'any', colour: 'red' }, field: 'colour' },
			{ body: { action: 'create', address: 'nowhere', name: 'Desk' }, field: 'address' },
			{ body: { action: 'update', mailboxId: 'any', settings: { status: 'active' } }, field: 'settings.status' },
		],
		refusals: [
			{
				what: 'a mailbox that is not there',
				status: 404,
				type: 'not_found',
				request: (stage) => ({ ...agentOf(stage), body: { action: 'check', mailboxId: 'nobody' } }),
			},
			{
				what: 'an address that already has a mailbox',
				status: 409,
				type: 'mailbox_exists',
				field: 'address',
				request: (stage) => ({
					...agentOf(stage),
					body: { action: 'create', address: stage.mailbox.address, name: 'Desk' },
				}),
			},
		],
	},
	deleteMailbox: {
		request: async (stage) => ({ ...agentOf(stage), query: { mailboxId: await newMailbox(stage) } }),
		refusals: [
			{
				what: 'a mailbox that is not there',
				status: 404,
				type: 'not_found',
				request: (stage) => ({ ...agentOf(stage), query: { mailboxId: 'nobody' } }),
			},
		],
	},
	createEmailConversation: {
		request: (stage) => ({ ...agentOf(stage), body: newConversation() }),
		brokenBodies: [
			{ body: {}, field: 'idempotencyKey' },
			{ body: { ...newConversation(), email: 'nowhere' }, field: 'email' },
			{ body: { ...newConversation(), content: 'Hello' }, field: 'content' },
		],
		refusals: [
			{
				what: 'a key that was used with different input',
				status: 409,
				type: 'idempotency_key_reused',
				field: 'idempotencyKey',
				request: async (stage) => {
					const idempotencyKey = newKey();
					await ofNewConversation(stage, { idempotencyKey });
					return { ...agentOf(stage), body: { ...newConversation(), subject: 'Another', idempotencyKey } };
				},
			},
		],
	},
	queueEmailReply: {
		request: async (stage) => {
			const { sessionId } = (await ofNewConversation(stage)).params;
			return { ...agentOf(stage), body: newReply(sessionId) };
		},
		brokenBodies: [
			{ body: {}, field: 'sessionId' },
			{ body: newReply('no-email'), field: 'sessionId' },
			{ body: { ...newReply('email:1'), content: '' }, field: 'content' },
			{ body: { ...newReply('email:1'), idempotencyKey: '' }, field: 'idempotencyKey' },
			{ body: { ...newReply('email:1'), to: ['nowhere'] }, field: 'to.0' },
			{ body: { ...newReply('email:1'), bcc: ['ada@client.example'] }, field: 'bcc' },
			{ body: { ...newReply('email:1'), to: Array<string>(11).fill('ada@client.example') }, field: 'to' },
			{ body: { ...newReply('email:1'), cc: ['nowhere'] }, field: 'cc.0' },
		],
		refusals: [
			{
				what: 'a conversation that is not there',
				status: 404,
				type: 'not_found',
				request: (stage) => ({ ...agentOf(stage), body: newReply('email:nobody') }),
			},
			{
				what: 'a key that was used with different input',
				status: 409,
				type: 'idempotency_key_reused',
				field: 'idempotencyKey',
				request: async (stage) => {
					const body = newReply((await ofNewConversation(stage)).params.sessionId);
					await stage.email.replied(body.sessionId, body);
					return { ...agentOf(stage), body: { ...body, content: 'Something else.' } };
				},
			},
		],
	},
	getEmailConversation: { request: (stage) => ofNewConversation(stage) },
	setEmailAutoReplies: {
		request: async (stage) => ({ ...(await ofNewConversation(stage)), body: { resume: false } }),
		brokenBodies: [
			{ body: {}, field: 'resume' },
			{ body: { resume: 'yes' }, field: 'resume' },
			{ body: { resume: true, until: 'tomorrow' }, field: 'until' },
		],
		refusals: [
			{
				what: 'a mailbox that leaves answering to people',
				status: 409,
				type: 'ai_unavailable',
				field: 'resume',
				request: async (stage) => {
					const { id: mailboxId } = await stage.email.activeMailbox(`${stage.newName()}@shop.example`);
					const request = await ofNewConversation(stage, { mailboxId });
					await stage.email.acted({ action: 'update', mailboxId, settings: { aiEnabled: false } });
					return { ...request, body: { resume: true } };
				},
			},
		],
	},
};
