/** The connections of which a caller is shown what there is. Undefined: all, and what belongs to none. */
export type Within = readonly string[] | undefined;

/** Whether something of this connection is shown. Null, or empty: it belongs to none. */
export function isWithin(within: Within, connection: string | null): boolean {
	return within === undefined || (connection !== null && within.includes(connection));
}
