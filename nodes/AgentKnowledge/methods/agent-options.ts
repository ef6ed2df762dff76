import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { nodeErrorFrom } from '../errors/node-error';
import { createApi } from '../transport/api';
import { listItems } from '../transport/list-items';
import { EDITOR_PATIENCE } from './editor-patience';
import { agentName } from './listSearch';

/** Agents that the editor lists at most, 100 a request. */
const MOST_AGENTS = 500;

/** For a field with many choices. n8n searches the loaded list itself. */
export const agentOptions = {
	async getAgents(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const api = createApi(this, EDITOR_PATIENCE);
		const options: INodePropertyOptions[] = [];
		try {
			const list = listItems((window) => api.call('listAgents', { query: { ...window } }), MOST_AGENTS);
			for await (const agent of list) options.push({ value: agent.id, name: nameWithId(agent.id, agentName(agent)) });
		} catch (error) {
			throw nodeErrorFrom(error, { node: this.getNode() });
		}
		return options;
	},
};

/** Two agents may have one name. */
function nameWithId(id: string, name: string): string {
	return name === id ? id : `${name} (${id})`;
}
