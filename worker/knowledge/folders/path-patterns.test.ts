import { cpuMsOf } from '../../../test/support/time/cpu-time';
import { matchingFiles } from './matching-files';
import { SourceError } from '../rows/read-item';
import { addressFilter } from '../sitemaps/address-patterns';
import { pathMatcher } from '../patterns/path-pattern';

const HOSTILE = [
	`${'{a,b}'.repeat(90)}+(a|b)`,
	`+(${'{a,b}'.repeat(12)})`.repeat(7),
	`!(${'{a,b}'.repeat(12)}|*)`.repeat(7),
	`{1..99999999}${'{a,b}'.repeat(40)}`,
	`${'{'.repeat(200)}a${',b}'.repeat(90)}`,
];

it.each(HOSTILE)('%s keeps no worker busy, in whichever reader', (pattern) => {
	const path = `${'a'.repeat(250)}c`;
	const readers = [
		() => pathMatcher(pattern)(path),
		() => matchingFiles([path], pattern),
		() => addressFilter({ include: [`/${pattern}`] })(new URL(`https://www.example.com/${path}`)),
	];
	const ends: string[] = [];
	const ending = (read: () => unknown) => () => {
		try {
			ends.push(typeof read());
		} catch (error) {
			ends.push(error instanceof SourceError ? error.message : `another error: ${String(error)}`);
		}
	};
	for (const read of readers) expect(cpuMsOf(ending(read))).toBeLessThan(1_000);
	expect(ends).toHaveLength(readers.length);
	for (const end of ends) expect(end).toMatch(/^(boolean|object|.*more than 100 alternatives in braces.*)$/);
});

it('reads brackets with a sign before them as characters of a name', () => {
	const files = ['prices+(2026).md', 'prices(2026).md', 'notes.md', 'list.csv', 'a/notes.txt'];
	expect(matchingFiles(files, 'prices+(2026).md')).toEqual(['prices+(2026).md']);
	expect(matchingFiles(files, '*(2026).md')).toEqual(['prices+(2026).md', 'prices(2026).md']);
	expect(matchingFiles(files, '!(notes).md')).toEqual([]);
	expect(matchingFiles(files, '**/*.{md,txt}')).toHaveLength(4);
	expect(matchingFiles(files, '{1..100}.md')).toEqual([]);
});
