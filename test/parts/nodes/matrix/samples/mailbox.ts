import type { INodeParameters } from 'n8n-workflow';
import type { MailboxAction } from '../../../../../api';
import { AGENT, NO_SETTLING, type ResourceSamples, type Sample, fromItem } from '../sample';
import type { World } from '../world';

const LOCATED = { mailboxId: fromItem('mailbox') };

/** Every item works with the one mailbox that is there. */
const onActive = (fields: INodeParameters) => async (world: World, count: number) => {
	const { agent, mailboxId } = await world.activeMailbox();
	const items = Array.from({ length: count }, () => ({ json: { agent, mailbox: mailboxId } }));
	return { fields: { ...AGENT, ...fields }, items };
};

const acting = (operation: string, action: MailboxAction, fields: INodeParameters = {}): Sample => ({
	operation,
	endpoint: 'actOnMailbox',
	action,
	broken: { mailbox: 'mbx_gone' },
	prepare: onActive({ ...LOCATED, ...fields }),
});

/** An action that is looked for by the status that it leads to: the mailbox is in another one before. */
const moving = (action: 'disconnect' | 'reconnect'): Sample => ({
	...acting(action, action),
	prepare: async (world, count) => {
		const { agent, mailboxId } = await world.activeMailbox();
		const other = action === 'disconnect' ? 'reconnect' : 'disconnect';
		await world.api('POST', `/agents/${agent}/email`, { action: other, mailboxId });
		return await onActive({ ...LOCATED, ...NO_SETTLING })(world, count);
	},
});

const settings = {
	aiEnabled: true,
	isDefault: true,
	instructions: 'Be brief.',
	name: 'Help desk',
	signature: 'The team',
	toolAllowlist: ['search_knowledge'],
};

export const mailboxSamples: ResourceSamples = {
	resource: 'mailbox',
	samples: [
		{ operation: 'getAll', endpoint: 'listMailboxes', prepare: onActive({}) },
		{ operation: 'get', endpoint: 'listMailboxes', broken: { mailbox: 'mbx_gone' }, prepare: onActive(LOCATED) },
		{
			operation: 'create',
			endpoint: 'actOnMailbox',
			action: 'create',
			prepare: async (world, count) => {
				const items = await world.each(count, async () => {
					const address = `${world.name('sales')}@shop.example`;
					return { json: { agent: await world.agent(), address } };
				});
				return {
					fields: { ...AGENT, address: '={{ $json.address }}', name: 'Sales', ...NO_SETTLING },
					items,
					effects: async () => (await world.mailboxes(items[0]?.json.agent ?? '')).length,
				};
			},
		},
		acting('check', 'check'),
		acting('testForwarding', 'test-forwarding'),
		acting('testSending', 'test-sending'),
		acting('activate', 'activate'),
		acting('update', 'update', { updateFields: settings }),
		acting('setMailFrom', 'mail-from', { enabled: true }),
		moving('disconnect'),
		moving('reconnect'),
		{
			operation: 'delete',
			endpoint: 'deleteMailbox',
			broken: { mailbox: 'mbx_gone' },
			prepare: async (world, count) => ({
				fields: { ...AGENT, ...LOCATED },
				items: await world.each(count, async () => {
					const agent = await world.agent();
					return { json: { agent, mailbox: await world.mailbox(agent) } };
				}),
			}),
		},
	],
};
