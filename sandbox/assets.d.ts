/** Text files are bundled as strings (esbuild's text loader), so that dist works alone. */
declare module '*.sql' {
	const text: string;
	export default text;
}
declare module '*.html' {
	const text: string;
	export default text;
}
declare module '*.css' {
	const text: string;
	export default text;
}

/** The package brings no types. This is what the dashboard uses of it. */
declare module 'linkify-it' {
	interface Match {
		index: number;
		lastIndex: number;
		/** The address as found. */
		text: string;
		/** The address in its normal form. */
		url: string;
	}
	export default class LinkifyIt {
		/** @param schemas null switches one off */
		constructor(schemas: Record<string, null>, options: { fuzzyLink: boolean; fuzzyEmail: boolean });
		match(text: string): Match[] | null;
	}
}
