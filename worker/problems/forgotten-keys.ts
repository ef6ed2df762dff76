import { type Document, isScalar, visit } from 'yaml';

/** A name that maps of JavaScript do not have. What stands below it would be forgotten. */
export const FORGOTTEN = '__proto__';

/** Where such names stand in YAML: characters from the beginning. */
export function forgottenKeys(document: Document): number[] {
	const found: number[] = [];
	visit(document, {
		Pair: (_key, { key }) => {
			if (isScalar(key) && key.value === FORGOTTEN) found.push(key.range?.[0] ?? 0);
		},
	});
	return found;
}
