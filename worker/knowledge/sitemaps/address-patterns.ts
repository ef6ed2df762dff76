import { pathMatcher } from '../patterns/path-pattern';

export interface AddressPatterns {
	/** Default: every address. */
	include?: readonly string[] | undefined;
	/** Wins over `include`. Default: none. */
	exclude?: readonly string[] | undefined;
}

/** @returns whether an address counts @throws SourceError if a pattern stands for too many others */
export function addressFilter({ include, exclude = [] }: AddressPatterns): (address: URL) => boolean {
	const included = include?.map(matcherOf);
	const excluded = exclude.map(matcherOf);
	return (address) =>
		(included === undefined || included.some((matches) => matches(address))) &&
		!excluded.some((matches) => matches(address));
}

function matcherOf(pattern: string): (address: URL) => boolean {
	const isWhole = pattern.startsWith('http');
	const own = isWhole ? partsOf(pattern) : pattern;
	const matches = pathMatcher(own, { dot: true });
	return (address) => matches(isWhole ? partsOf(address.href) : decodedPath(address));
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
