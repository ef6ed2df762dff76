const INDEXED_LATER = 'saved-indexed-later';
const ALREADY_DELETED = 'already-deleted';

/**
 * A Q&A change that was saved while its indexing could not be scheduled (specification, part 7, status 503). It is a
 * success with a warning: never retried, no error. The pair is not in this answer; read it from the list.
 */
export interface SavedIndexedLater {
	settled: typeof INDEXED_LATER;
	/** The service's own words. */
	warning: string;
}

/** A repeated DELETE that found nothing: the first one did it. */
export interface AlreadyDeleted {
	settled: typeof ALREADY_DELETED;
}

export function savedIndexedLater(warning: string): SavedIndexedLater {
	return { settled: INDEXED_LATER, warning };
}

export function alreadyDeleted(): AlreadyDeleted {
	return { settled: ALREADY_DELETED };
}

export function isSavedIndexedLater(result: unknown): result is SavedIndexedLater {
	return settledAs(result) === INDEXED_LATER;
}

export function isAlreadyDeleted(result: unknown): result is AlreadyDeleted {
	return settledAs(result) === ALREADY_DELETED;
}

function settledAs(result: unknown): unknown {
	return typeof result === 'object' && result !== null ? Reflect.get(result, 'settled') : undefined;
}
