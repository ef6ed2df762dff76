// @ts-check
import { stripVTControlCharacters } from 'node:util';

/** As `api/foreign-text.ts` has them, which is not built yet when these scripts run. A test compares both. */
const UNSAFE = /[^\P{Cc}\t]|[\u2028\u2029\ufff9-\ufffb]|(?![\p{VS}\p{Join_C}])\p{DI}/gu;
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
