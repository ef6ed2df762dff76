import { KNOWLEDGE_SETS } from '../storage/blobs';
import { type Search, wordsOf } from './search';

const NAMED =
	'Questions, titles, addresses or file names of the set contain the address. Remove these rows from the set and sync it, so that the agent and the worker forget them. Then erase again.';

/** Finds sets of knowledge whose items name the person. What an item says is not kept, apart from what a sync reads. */
export async function searchSets({ sets, mention, places, report }: Search): Promise<void> {
	const unreadable = (where: string, problem: string) => {
		places.push({ kind: 'knowledge-set', where, count: null, state: 'failed', note: problem });
	};
	try {
		for (const { address, problem } of await sets.list()) {
			const where = `${address.connection}/${address.agentId}/${address.set}`;
			report({ message: 'Reading sets of knowledge.' });
			if (problem !== null) {
				unreadable(where, problem);
				continue;
			}
			const { manifest } = await sets.read(address);
			const count = (manifest?.items ?? []).filter(({ key, name, begun }) =>
				mention.isInValue([key, name, begun?.name]),
			).length;
			if (count > 0) places.push({ kind: 'knowledge-set', where, count, state: 'open', note: NAMED });
		}
	} catch (error) {
		unreadable(KNOWLEDGE_SETS, `The worker could not read it: ${wordsOf(error)}`);
	}
}
