import { braceExpand, Minimatch, type MinimatchOptions } from 'minimatch';
import { SourceError } from '../rows/read-item';

/** What `{a,b}` may stand for in one pattern. */
const MOST_ALTERNATIVES = 100;

/**
 * How paths of files and of addresses match a pattern: `*` ends at a slash, `**` does not, and `{a,b}` is one of several.
 * Brackets with a sign before them, such as `+(...)`, are characters of names: as parts of patterns, a few of them with
 * braces inside would keep a worker busy for hours.
 */
const OPTIONS = {
	noext: true,
	nonegate: true,
	nocomment: true,
	platform: 'linux',
	braceExpandMax: MOST_ALTERNATIVES + 1,
} as const satisfies MinimatchOptions;

/**
 * Makes a matcher whose cost no pattern and no path can raise.
 * @param dot whether `*` matches names that begin with a dot. Default: it does not
 * @throws SourceError if the pattern stands for too many others
 */
export function pathMatcher(pattern: string, { dot = false }: { dot?: boolean } = {}): (path: string) => boolean {
	if (braceExpand(pattern, OPTIONS).length > MOST_ALTERNATIVES)
		throw new SourceError(
			`has no patterns with more than ${MOST_ALTERNATIVES} alternatives in braces. Write several patterns in place of ${pattern.slice(0, 40)}`,
		);
	const matcher = new Minimatch(pattern, { ...OPTIONS, dot });
	return (path) => matcher.match(path);
}
