// @ts-check
import { stripVTControlCharacters } from 'node:util';

/** As `api/foreign-text.ts` has them, which is not built yet when these scripts run. A test compares both. */
const UNSAFE =
	/[^\P{Cc}\t]|[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
/** Programs print whole files as one line. */
const LONGEST = 10_000;

/**
 * A line of another program for a log file or a terminal, without anything that a terminal obeys or a reader does not see.
 * @param {string} line
 * @returns {string}
 */
export function printableLine(line) {
	return stripVTControlCharacters(line.slice(0, LONGEST)).replaceAll(UNSAFE, '');
}
