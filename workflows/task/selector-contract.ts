import { z } from 'zod';
import { isLabelPart, LONGEST_PART, readSelector } from './selector';

/** In characters. */
const LONGEST_SELECTOR = 1000;

/** Names and values are compared in one form, whatever keyboard they were typed with. */
const part = z
	.string()
	.transform((text) => text.normalize('NFC'))
	.refine(
		isLabelPart,
		`must have up to ${LONGEST_PART} letters, digits, dots, - and _, with a letter or digit at both ends`,
	);

/** YAML reads `tier: 1` as a number. */
const value = z.union([z.string(), z.number(), z.boolean()]).transform(String).pipe(part);

/** The labels of a connection in the configuration. */
export const labelsSchema = z.record(part, value);

/** A selector as people write it: `client=acme,region in (eu,us),!internal`. */
export const selectorSchema = z
	.string()
	.trim()
	.min(1, 'is empty; name a label, such as client=acme')
	.max(LONGEST_SELECTOR)
	.check(({ value: text, issues }) => {
		const found = readSelector(text);
		if (typeof found === 'string') issues.push({ code: 'custom', input: text, message: `is not a selector: ${found}` });
	});
