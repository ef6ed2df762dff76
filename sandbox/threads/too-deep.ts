/** What a library runs into where things stand inside each other many thousand times. */
export function isTooDeep(error: unknown): boolean {
	return error instanceof RangeError && error.message.includes('call stack');
}

/** A text or list that would be larger than the engine has room for. */
export function isTooLong(error: unknown): boolean {
	return error instanceof RangeError && !isTooDeep(error);
}
