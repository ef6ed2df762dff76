import type { z } from 'zod';

export interface FieldIssue {
	path: readonly PropertyKey[];
	message: string;
}

/** One entry for each field: unknown keys and bad names of a record each get their own path. */
export function fieldIssues(issue: z.core.$ZodIssue, unknownKey: string): FieldIssue[] {
	if (issue.code === 'unrecognized_keys') {
		// A schema can have words of its own for a key that it knows well not to take.
		const message = issue.message.startsWith('Unrecognized key') ? unknownKey : issue.message;
		return issue.keys.map((key) => ({ path: [...issue.path, key], message }));
	}
	// A record reports what is wrong with a name inside; the outer message says nothing of use.
	if (issue.code === 'invalid_key') return issue.issues.map(({ message }) => ({ path: issue.path, message }));
	return [{ path: issue.path, message: issue.message }];
}
