import type { INodeParameters } from 'n8n-workflow';
import { AGENT, type ResourceSamples } from '../sample';
import type { World } from '../world';

/** Each item has a conversation of its own, through the one mailbox that is there. */
const begun = (fields: INodeParameters) => async (world: World, count: number) => {
	const { agent, mailboxId } = await world.activeMailbox();
	const items = await world.each(count, async () => {
		const session = await world.emailConversation(agent);
		return { json: { agent, session, mailbox: mailboxId } };
	});
	const first = encodeURIComponent(items[0]?.json.session ?? '');
	return {
		fields: { ...AGENT, ...fields },
		items,
		effects: async () => {
			const read = await world.api('GET', `/agents/${agent}/email/conversations/${first}`);
			const deliveries: unknown = Reflect.get(Object(read), 'deliveries');
			return Array.isArray(deliveries) ? deliveries.length : 0;
		},
	};
};
const SESSION = { sessionId: '={{ $json.session }}' };
const GONE = { session: 'email:gone' };

export const emailConversationSamples: ResourceSamples = {
	resource: 'emailConversation',
	samples: [
		{
			operation: 'create',
			endpoint: 'createEmailConversation',
			prepare: async (world, count) => {
				const { agent, mailboxId } = await world.activeMailbox();
				const path = `/agents/${agent}/conversations?channel=email`;
				const before = await world.total(path);
				const additionalFields = {
					idempotencyKey: '={{ $json.key }}',
					mailboxId: '={{ $json.mailbox }}',
					name: 'Nathan',
				};
				return {
					fields: { ...AGENT, email: 'nathan@person.example', subject: 'Your order', additionalFields },
					items: Array.from({ length: count }, () => ({
						json: { agent, mailbox: mailboxId, key: world.name('key') },
					})),
					effects: async () => (await world.total(path)) - before,
				};
			},
		},
		{
			operation: 'reply',
			endpoint: 'queueEmailReply',
			broken: GONE,
			prepare: begun({
				...SESSION,
				content: 'It left us today.',
				additionalFields: {
					cc: 'boss@person.example',
					idempotencyKey: '=reply-{{ $json.session }}',
					mailboxId: '={{ $json.mailbox }}',
					subject: 'On its way',
					to: 'nathan@person.example, anna@person.example',
				},
			}),
		},
		{
			operation: 'get',
			endpoint: 'getEmailConversation',
			broken: GONE,
			prepare: async (world, count) => {
				const { fields, items } = await begun(SESSION)(world, count);
				return { fields, items };
			},
		},
		{
			operation: 'setAutoReplies',
			endpoint: 'setEmailAutoReplies',
			broken: GONE,
			prepare: async (world, count) => {
				const { fields, items } = await begun({ ...SESSION, resume: false })(world, count);
				return { fields, items };
			},
		},
	],
};
