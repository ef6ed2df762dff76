import type { IDataObject } from 'n8n-workflow';

/** Deeper than what any form captures. n8n copies and stores items level by level, and JSON of 5,000 levels fails. */
const MOST_LEVELS = 500;
const TOO_DEEP = '(nested too deeply for JSON)';

/**
 * An answer as the JSON of an output item; an answer without a body is an empty one. A visitor's form may be nested so
 * deeply that no flow could take the item, nor a trigger go on: a text stands for what is below.
 */
export function rowOf(answer: unknown): IDataObject {
	if (typeof answer !== 'object' || answer === null) return {};
	return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, shallow(value, MOST_LEVELS)]));
}

function shallow(value: unknown, levels: number): IDataObject[string] {
	// What the service gives is JSON.
	if (typeof value !== 'object' || value === null) return value as IDataObject[string];
	if (levels === 0) return TOO_DEEP;
	if (Array.isArray(value)) return value.map((each) => shallow(each, levels - 1));
	return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shallow(each, levels - 1)]));
}
