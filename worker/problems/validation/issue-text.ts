import type { z } from 'zod';

/** Texts for zod's own issues. They never contain the value, which may be a secret. */
export function issueText(issue: z.core.$ZodRawIssue): string | undefined {
	switch (issue.code) {
		case 'invalid_type':
			return issue.input === undefined ? 'is missing' : `must be ${article(issue.expected)}`;
		case 'invalid_value':
			return `must be ${issue.values.length === 1 ? '' : 'one of: '}${issue.values.map(String).join(', ')}`;
		case 'invalid_union':
			return 'has none of the allowed forms';
		case 'too_small':
			if (issue.origin === 'string' && issue.minimum === 1) return 'must not be empty';
			return `must be ${amount('at least', issue.minimum, issue.origin)}`;
		case 'too_big':
			return `must be ${amount('at most', issue.maximum, issue.origin)}`;
		default:
			return undefined;
	}
}

function article(expected: string): string {
	if (expected === 'int') return 'a whole number';
	return /^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`;
}

function amount(bound: string, limit: number | bigint, origin: string): string {
	if (origin === 'string') return `${bound} ${limit} characters long`;
	if (origin === 'array') return `a list of ${bound} ${limit}`;
	return `${bound} ${limit}`;
}
