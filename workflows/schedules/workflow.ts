/**
 * Marks a caller's key as used: its id holds a digest of the key, for as long as Temporal keeps ended workflows. It does
 * nothing.
 */
export function keyUsed(): Promise<void> {
	return Promise.resolve();
}
