import { Minimatch } from 'minimatch';

export interface AddressPatterns {
	/** Default: every address. */
	include?: readonly string[] | undefined;
	/** Wins over `include`. Default: none. */
	exclude?: readonly string[] | undefined;
}

/** @returns whether an address counts. The matching takes no longer for a hostile address */
export function addressFilter({ include, exclude = [] }: AddressPatterns): (address: URL) => boolean {
	const included = include?.map(matcherOf);
	const excluded = exclude.map(matcherOf);
	return (address) =>
		(included === undefined || included.some((matches) => matches(address))) &&
		!excluded.some((matches) => matches(address));
}

/** Brackets and `+(…)` are characters of addresses. */
function matcherOf(pattern: string): (address: URL) => boolean {
	const isWhole = pattern.startsWith('http');
	const own = isWhole ? partsOf(pattern) : pattern;
	const options = { dot: true, noext: true, nonegate: true, nocomment: true, platform: 'linux' } as const;
	const matcher = new Minimatch(own, options);
	return (address) => matcher.match(isWhole ? partsOf(address.href) : decodedPath(address));
}

/** Two slashes in a row would be one to the matcher. */
function partsOf(address: string): string {
	return address.replace('://', '/');
}

/** `/pr%C3%BCfung` is written as `/prüfung` in a pattern. */
function decodedPath({ pathname }: URL): string {
	try {
		return decodeURIComponent(pathname);
	} catch {
		return pathname;
	}
}
