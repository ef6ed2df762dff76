import { rowOf } from '../../transport/row';
import { keyedBody } from '../keyed-write';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { sendsReply } from '../parameters/notice';
import { idempotencyKey, senderMailbox } from './key-field';
import { addressesOf, assertRecipients } from './recipients';
import { session } from './session';

export const reply = defineOperation({
	value: 'reply',
	name: 'Queue Reply',
	action: 'Queue a reply in an email conversation',
	description:
		"Send a real email as a teammate in an existing email conversation. The service queues it and delivers it later. Get returns the outcome for each address. The email pauses the agent's automatic replies.",
	endpoints: ['queueEmailReply'],
	properties: [
		agentLocator,
		session,
		sendsReply,
		{
			displayName: 'Content',
			name: 'content',
			type: 'string',
			typeOptions: { rows: 6 },
			default: '',
			required: true,
			placeholder: 'e.g. Your parcel left us today.',
			description: 'The text of the email. Only the dashboard can send attachments.',
		},
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				{
					displayName: 'CC',
					name: 'cc',
					type: 'string',
					typeOptions: { form: 'emailAddresses' },
					default: '',
					placeholder: 'e.g. sales@example.com, boss@example.com',
					description: 'Addresses, separated by commas. Default: the approved participants.',
				},
				idempotencyKey,
				senderMailbox,
				{
					displayName: 'Subject',
					name: 'subject',
					type: 'string',
					default: '',
					description: 'Default: the subject of the conversation',
				},
				{
					displayName: 'To',
					name: 'to',
					type: 'string',
					typeOptions: { form: 'emailAddresses' },
					default: '',
					placeholder: 'e.g. nathan@example.com',
					description:
						'Addresses, separated by commas, at most 10 together with CC. Default: the approved participants.',
				},
			],
		},
	],
	check(run, { additionalFields: { to, cc } }) {
		assertRecipients(run, addressesOf(to), addressesOf(cc));
	},
	async execute(run, { agentId, sessionId, content, additionalFields }) {
		const { idempotencyKey: key, to, cc, ...more } = additionalFields;
		const recipients = { to: addressesOf(to), cc: addressesOf(cc) };
		const fields = { sessionId: sessionId.trim(), content, ...recipients, ...more };
		const body = keyedBody(run, 'idempotencyKey', key, fields);
		const queued = await run.api.call('queueEmailReply', { params: { id: agentId }, body });
		return [{ agentId, sessionId: fields.sessionId, ...rowOf(queued) }];
	},
});
