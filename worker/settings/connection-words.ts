/** What a connection's settings say of its people. */
export interface ConnectionWords {
	/** IANA name. */
	timeZone?: string | undefined;
	/** BCP 47. */
	locale?: string | undefined;
}
