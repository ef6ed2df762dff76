import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { listMailboxes } from '../../gateway/connections';
import { chosenConnection } from '../fields/connection-locator';
import { matching } from './matching';

/** Without a mailbox. */
const DEFAULT = { name: 'Default Sender', value: '' };

/** The mailboxes of the chosen agent. Empty until the user chooses one. */
export async function getMailboxes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const agentId = this.getCurrentNodeParameter('agentId', { extractValue: true });
	if (typeof agentId !== 'string' || agentId === '') return [DEFAULT];
	const mailboxes = await listMailboxes(this, await chosenConnection(this), agentId);
	const choices = mailboxes.map(({ id, address }) => ({ name: address === '' ? id : address, value: id }));
	return [DEFAULT, ...matching(choices)];
}
