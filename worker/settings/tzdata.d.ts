declare module 'tzdata' {
	/** By name, links such as US/Eastern included. The values are not used. */
	export const zones: Readonly<Record<string, unknown>>;
}
