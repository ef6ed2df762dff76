import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { deletesPair } from '../parameters/notice';
import { pairLocator } from '../parameters/pair-locator';
import { withWarning } from './saved-later';

export const deletePair = defineOperation({
	value: 'delete',
	name: 'Delete',
	action: 'Delete a Q&A pair',
	description: 'Delete a Q&A pair. The agent no longer gives its answer. This cannot be undone.',
	endpoints: ['deleteQaPair'],
	properties: [agentLocator, pairLocator, deletesPair],
	async execute(run, { agentId, pairId }) {
		const row = { agentId, id: Number(pairId), deleted: true };
		const change = async () => {
			await run.api.call('deleteQaPair', { params: { id: agentId, pairId } });
			return row;
		};
		return await withWarning(run, change, () => row);
	},
});
