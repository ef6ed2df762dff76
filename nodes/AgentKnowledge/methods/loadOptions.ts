import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import type { MailboxList } from '../../../api';
import { nodeErrorFrom } from '../errors/node-error';
import { createApi } from '../transport/api';
import { EDITOR_PATIENCE } from './editor-patience';

/** For fields inside collections, which have no search box. */
export const loadOptions = {
	async getMailboxes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const { mailboxes } = await mailboxListOf(this);
		return mailboxes.map(({ id, address, status }) => ({ value: id, name: `${address} (${status})` }));
	},

	async getMailboxTools(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const { tools } = await mailboxListOf(this);
		return tools.map(({ name, title }) => ({ value: name, name: title }));
	},
};

async function mailboxListOf(context: ILoadOptionsFunctions): Promise<Pick<MailboxList, 'mailboxes' | 'tools'>> {
	const agentId = context.getCurrentNodeParameter('agentId', { extractValue: true });
	if (typeof agentId !== 'string' || agentId === '') return { mailboxes: [], tools: [] };
	try {
		return await createApi(context, EDITOR_PATIENCE).call('listMailboxes', {
			params: { id: agentId },
		});
	} catch (error) {
		throw nodeErrorFrom(error, { node: context.getNode() });
	}
}
