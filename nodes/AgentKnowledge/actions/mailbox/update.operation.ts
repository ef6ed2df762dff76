import { NodeOperationError } from 'n8n-workflow';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { mailboxLocator } from '../parameters/mailbox-locator';
import { act } from './act';

export const update = defineOperation({
	value: 'update',
	name: 'Update',
	action: 'Update a mailbox',
	description: 'Change the name, the signature, the instructions or other settings of a mailbox',
	endpoints: ['actOnMailbox'],
	properties: [
		agentLocator,
		mailboxLocator,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				{
					displayName: 'AI',
					name: 'aiEnabled',
					type: 'boolean',
					default: true,
					description: 'Whether the agent automatically answers mail of this mailbox',
				},
				{
					displayName: 'Default',
					name: 'isDefault',
					type: 'boolean',
					default: true,
					description: 'Whether this mailbox sends mail when no other mailbox is selected',
				},
				{
					displayName: 'Instructions',
					name: 'instructions',
					type: 'string',
					typeOptions: { rows: 4 },
					default: '',
					description: 'Instructions that the agent follows when it answers mail',
				},
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					description: 'The sender name that recipients see',
				},
				{
					displayName: 'Signature',
					name: 'signature',
					type: 'string',
					typeOptions: { rows: 3 },
					default: '',
					description: 'The text below each mail',
				},
				{
					displayName: 'Tool Names or IDs',
					name: 'toolAllowlist',
					type: 'multiOptions',
					typeOptions: { loadOptionsMethod: 'getMailboxTools', loadOptionsDependsOn: ['agentId.value'] },
					default: [],
					description:
						'The tools that the agent may use when it answers mail. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
				},
			],
		},
	],
	check(run, { updateFields }) {
		if (Object.keys(updateFields).length === 0) {
			throw new NodeOperationError(run.context.getNode(), 'There is nothing to update', {
				itemIndex: run.itemIndex,
				description: 'Add a field under "Update Fields".',
			});
		}
	},
	async execute(run, { agentId, mailboxId, updateFields }) {
		const body = { action: 'update', mailboxId, settings: { ...updateFields } } as const;
		return [{ agentId, mailboxId, ...(await act(run, agentId, body)) }];
	},
});
