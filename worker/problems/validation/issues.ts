import type { z } from 'zod';

export interface FieldIssue {
	path: readonly PropertyKey[];
	message: string;
}

/** One entry for each field: unknown keys and bad names of a record each get their own path. */
export function fieldIssues(issue: z.core.$ZodIssue, unknownKey: string): FieldIssue[] {
	if (issue.code === 'unrecognized_keys') {
		// A schema can have its own message for a key that it deliberately refuses.
		const message = issue.message.startsWith('Unrecognized key') ? unknownKey : issue.message;
		return issue.keys.map((key) => ({ path: [...issue.path, key], message }));
	}
	// A record reports the problem of a name in the inner issue. The outer message is useless.
	if (issue.code === 'invalid_key') return issue.issues.map(({ message }) => ({ path: issue.path, message }));
	return [{ path: issue.path, message: issue.message }];
}
