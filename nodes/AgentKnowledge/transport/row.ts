import type { IDataObject } from 'n8n-workflow';

/** Deeper than any real form. n8n copies items recursively, and fails at 5,000 levels. */
const MOST_LEVELS = 500;
const TOO_DEEP = '(nested too deeply for JSON)';

/**
 * A response as the JSON of an output item; empty without a body. A visitor can send a form so deeply nested that flows
 * and triggers fail, so a text replaces the levels below the limit.
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
