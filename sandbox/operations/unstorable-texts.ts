import type { Issue } from '../../api';

const HALF_A_CHARACTER = /\p{Surrogate}/u;

/**
 * The texts in a value that the database would change without a word: it ends a text at U+0000, and UTF-8 has no form
 * for one half of a surrogate pair.
 */
export function unstorableTexts(value: unknown): Issue[] {
	const issues: Issue[] = [];
	// A list of what is left to do, not a recursion: how deep a value goes is up to the caller.
	const open: { path: string[]; value: unknown }[] = [{ path: [], value }];
	for (let next = open.pop(); next; next = open.pop()) {
		const { path, value: part } = next;
		if (typeof part === 'string') {
			const message = problemOf(part);
			if (message !== undefined) issues.push({ path: path.join('.'), message });
		} else if (typeof part === 'object' && part !== null) {
			const inside = Object.entries<unknown>({ ...part }).map(([name, each]) => ({
				path: [...path, name],
				value: each,
			}));
			open.push(...inside.reverse());
		}
	}
	return issues;
}

function problemOf(text: string): string | undefined {
	if (text.includes('\0')) return 'must not contain the character U+0000';
	return HALF_A_CHARACTER.test(text) ? 'contains half a character (an unpaired surrogate)' : undefined;
}
