import type { IDataObject } from 'n8n-workflow';
import { listItems } from '../../AgentKnowledge/transport/list-items';
import { sightingOf } from '../memory/sighting';
import { type Agents, withAgent } from './find-in-agents';

/** Agents that the editor's test looks at, one request each. */
export const MOST_TESTED = 10;

/** For the editor's test: the newest items of the first agents, newest first. Null if there is no agent. */
export async function newestOfAgents(
	{ api, chosen, watchOf }: Omit<Agents, 'report'>,
	most: number,
): Promise<IDataObject[] | null> {
	const ids: string[] = chosen === 'all' ? [] : chosen.slice(0, MOST_TESTED);
	if (chosen === 'all') {
		const list = listItems((window) => api.call('listAgents', { query: { ...window } }), MOST_TESTED);
		for await (const { id } of list) ids.push(id);
	}
	if (ids.length === 0) return null;
	const items: IDataObject[] = [];
	for (const id of ids) {
		const newest = await watchOf(api, id).newest(most);
		items.push(...newest.map((item) => withAgent(item, id)));
	}
	const timeOf = (item: IDataObject) => sightingOf(item).at ?? 0;
	return items.sort((one, other) => timeOf(other) - timeOf(one)).slice(0, most);
}
