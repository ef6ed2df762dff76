import type { Api } from '../../AgentKnowledge/transport/api';
import { listItems } from '../../AgentKnowledge/transport/list-items';
import type { Reply } from '../../AgentKnowledge/transport/operations';
import { sightingOf, type Sighting } from '../memory/sighting';
import { states, type Seen } from '../watch/states';
import type { TriggerEvent } from './event';

/** A poll reads them all, 100 a request: with the overlap of pages, twelve of the key's requests. */
const MOST_SOURCES = 1_000;

const SETTLED = new Set(['indexed', 'failed']);

type Source = Reply<'listSources'>['items'][number];

export const sourceSettled: TriggerEvent = {
	value: 'sourceSettled',
	name: 'Source Indexed or Failed',
	description: "One of the agent's newest 1,000 sources was indexed or failed. Its status says which.",
	endpoints: ['listSources'],
	nothing: {
		message: 'No source of the agent is indexed yet, and none has failed',
		whatToDo: 'Add a source, for example with Source > Add Text, wait until its status is indexed, then test again.',
	},
	watch: (api, id) => states(() => readSources(api, id)),
};

async function readSources(api: Api, id: string): Promise<Seen> {
	const sightings: Sighting[] = [];
	let all = 0;
	const sources = listItems(async (window) => {
		const page = await api.call('listSources', { params: { id }, query: { ...window } });
		all = page.total;
		return page;
	}, MOST_SOURCES);
	for await (const source of sources) sightings.push({ ...sightingOf(source), mark: markOf(source) });
	return { sightings, goesOn: all > sightings.length };
}

/**
 * The size shows that a text was changed and indexed again, even if no poll saw it in processing. The size of a website
 * changes while the service reads it, so it does not count.
 */
function markOf({ type, status, sizeBytes }: Source): string | null {
	if (!SETTLED.has(status)) return null;
	return type === 'text' ? `${status} ${sizeBytes}` : status;
}
