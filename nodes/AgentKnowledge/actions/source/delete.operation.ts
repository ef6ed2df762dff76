import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { deletesSource } from '../parameters/notice';
import { sourceLocator } from '../parameters/source-locator';

export const deleteSource = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete a source',
	description: 'Delete a training source and everything indexed from it. This cannot be undone.',
	endpoints: ['deleteSource'],
	properties: [agentLocator, sourceLocator, deletesSource],
	async execute({ api }, { agentId, sourceId }) {
		await api.call('deleteSource', { params: { id: agentId, sourceId } });
		return [{ agentId, id: Number(sourceId), deleted: true }];
	},
});
