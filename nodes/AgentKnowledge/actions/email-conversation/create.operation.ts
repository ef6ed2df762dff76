import { rowOf } from '../../transport/row';
import { keyedBody } from '../keyed-write';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { idempotencyKey, senderMailbox } from './key-field';

export const create = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create an email conversation',
	description: 'Create an empty email conversation with a person. Sends nothing yet: use Queue Reply for that.',
	endpoints: ['createEmailConversation'],
	properties: [
		agentLocator,
		{
			displayName: 'Email',
			name: 'email',
			type: 'string',
			typeOptions: { form: 'emailAddress' },
			placeholder: 'e.g. nathan@example.com',
			default: '',
			required: true,
			description: 'The email address of the recipient',
		},
		{
			displayName: 'Subject',
			name: 'subject',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Your order',
			description: 'The subject of the conversation',
		},
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				idempotencyKey,
				senderMailbox,
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					description: 'The name of the recipient',
				},
			],
		},
	],
	async execute(run, { agentId, email, subject, additionalFields }) {
		const { idempotencyKey: key, ...more } = additionalFields;
		const body = keyedBody(run, 'idempotencyKey', key, { email: email.trim(), subject, ...more });
		const created = await run.api.call('createEmailConversation', { params: { id: agentId }, body });
		return [{ agentId, ...rowOf(created) }];
	},
});
