/**
 * Its id holds a digest of a caller's key, so that its being there says that the key was used, for as long as Temporal keeps
 * what has ended. It has nothing to do.
 */
export function keyUsed(): Promise<void> {
	return Promise.resolve();
}
