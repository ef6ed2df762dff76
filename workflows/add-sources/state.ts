import { newProgress, type ProgressState } from '../task/progress';
import type { RowError } from '../task/child-failure';
import type { AddSourcesInput, SourceRow } from './contract';
import { contentKey, nameOf } from './names';

/** Everything a task must not lose when it continues as new. */
export interface AddSourcesState {
	/** Milliseconds since 1970. */
	startedAt: number;
	/** What the agent had before is known, so that what is new can be told. */
	looked: boolean;
	/** The source whose turn it is. */
	current: number;
	stoppedBy: RowError | null;
	/** One for each source of the input, in its order. */
	rows: SourceRow[];
	progress: ProgressState;
}

export function newAddSourcesState({ sources }: AddSourcesInput): AddSourcesState {
	const seen = new Set<string>();
	const rows = sources.map((source): SourceRow => {
		const key = contentKey(source);
		const status = seen.has(key) ? 'duplicate' : 'not_started';
		seen.add(key);
		return {
			type: source.type,
			name: nameOf(source),
			status,
			sourceId: null,
			before: [],
			error: null,
			audit: { postAttempts: 0, ambiguous: false, duplicates: [] },
		};
	});
	return {
		startedAt: Date.now(),
		looked: false,
		current: 0,
		stoppedBy: null,
		rows,
		progress: newProgress('looking'),
	};
}
