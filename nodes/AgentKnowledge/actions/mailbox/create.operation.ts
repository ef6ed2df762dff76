import type { IDataObject } from 'n8n-workflow';
import { rowOf } from '../../transport/row';
import { writeOnce } from '../../transport/write-once';
import { auditedRow } from '../audited-row';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { settleOptions, settleTime } from '../parameters/settle-time';
import { readableMailboxes } from './act';

export const create = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create a mailbox',
	description: 'Connect an email address to an agent. Next, set up forwarding at the mail provider, and test it.',
	endpoints: ['actOnMailbox', 'listMailboxes'],
	properties: [
		agentLocator,
		{
			displayName: 'Address',
			name: 'address',
			type: 'string',
			typeOptions: { form: 'emailAddress' },
			default: '',
			required: true,
			placeholder: 'e.g. help@example.com',
			description: 'The email address to connect',
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Help desk',
			description: 'The sender name that recipients see',
		},
		settleOptions,
	],
	async execute(run, { agentId, address, name, options }) {
		const { api } = run;
		const params = { id: agentId };
		const body = { action: 'create', address: address.trim(), name };
		const before = await readableMailboxes(api, agentId);
		const isNew = (id: string) => before.every((mailbox) => mailbox.id !== id);
		const { result, audit } = await writeOnce<IDataObject>(api, {
			settleMs: (options.settleSeconds ?? settleTime.default) * 1000,
			send: async () => rowOf(await api.call('actOnMailbox', { params, body, once: true })),
			look: async () => {
				const { mailboxes } = await api.call('listMailboxes', { params });
				const ours = mailboxes.filter((one) => isNew(one.id) && sameAddress(one.address, body.address));
				return ours.map((mailbox) => ({ mailbox }));
			},
		});
		return [auditedRow(run, { agentId, ...result }, audit)];
	},
});

function sameAddress(one: string, other: string): boolean {
	return one.toLowerCase() === other.toLowerCase();
}
