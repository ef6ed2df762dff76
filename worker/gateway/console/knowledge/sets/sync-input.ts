import type { KnowledgeSet, SetSync } from '../../api/types';

/** Where the console can take the rows of a set from: an address, or an upload that the gateway may still have. */
export function hasSource({ settings }: Pick<KnowledgeSet, 'settings'>): boolean {
	return settings?.url !== undefined || settings?.blob !== undefined;
}

type Wanted = { planOnly: true } | { planHash: string };

/** The input of a further sync of a set: as the one before. */
export function inputOf(
	{ connection, agentId, set }: Pick<KnowledgeSet, 'connection' | 'agentId' | 'set'>,
	settings: SetSync['settings'],
	wanted: Wanted,
): object {
	return {
		version: 1,
		connection,
		agentId,
		set,
		...settings,
		prove: settings.prove && 'planHash' in wanted,
		...wanted,
	};
}
