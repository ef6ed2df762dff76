import type { FailedSources } from '../../../workflows/weekly-report/contract';
import { cut, plainLine } from '../../webhooks/notices/plain-text';
import { withoutAddresses } from './quote-question';

/** Of a name, and of a reason. In characters. */
const LONGEST = 100;
const VISIBLE = /[\p{L}\p{N}]/u;

/**
 * A source for a report, in short lines: without mail addresses, and without queries of URLs. A source without a name has
 * its type and id instead.
 */
export function failedSource(source: Readonly<Record<string, unknown>>): FailedSources['sources'][number] {
	const { id, type, name, errorMessage } = source;
	return { name: lineOf(name) ?? `${String(type)} ${String(id)}`, reason: lineOf(errorMessage) };
}

/** @returns null if nothing in it can be seen */
function lineOf(text: unknown): string | null {
	if (typeof text !== 'string') return null;
	const words = withoutAddresses(plainLine(text)).split(' ').map(withoutQuery);
	const line = cut(words.join(' ').trim(), LONGEST);
	return VISIBLE.test(line) ? line : null;
}

/** The query of a URL can hold a token. */
function withoutQuery(word: string): string {
	return word.includes('//') ? (word.split(/[?#]/, 1)[0] ?? word) : word;
}
