import { newProgress, type ProgressState } from '../task/progress';
import type { RowError } from '../task/contract';
import type { AddSourcesInput, SourceRow } from './contract';
import { contentKey, nameOf } from './names';

/** Everything a task must not lose when it continues as new. */
export interface AddSourcesState {
	/** Milliseconds since 1970. */
	startedAt: number;
	/** Where the look at what the agent had before goes on; null: all of it is known, so that what is new can be told. */
	lookFrom: number | null;
	/** The source whose turn it is. */
	current: number;
	stoppedBy: RowError | null;
	/** One for each source of the input, in its order. */
	rows: SourceRow[];
	progress: ProgressState;
}

/** The state as the next history gets it: without the names, which the input has too. Both may be a megabyte. */
export function withoutNames(state: AddSourcesState): AddSourcesState {
	return { ...state, rows: state.rows.map((row) => ({ ...row, name: '' })) };
}

export function withNames(state: AddSourcesState, { sources }: AddSourcesInput): AddSourcesState {
	const name = (index: number) =>
		sources
			.slice(index, index + 1)
			.map(nameOf)
			.join('');
	return { ...state, rows: state.rows.map((row, index) => ({ ...row, name: name(index) })) };
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
			audit: { postAttempts: 0, ambiguous: false, duplicates: [], audited: true },
		};
	});
	return {
		startedAt: Date.now(),
		lookFrom: 0,
		current: 0,
		stoppedBy: null,
		rows,
		progress: newProgress('looking'),
	};
}
