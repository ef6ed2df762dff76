import { UnreadableListError } from '../../AgentKnowledge/generated/pages';
import { ApiFailure } from '../../AgentKnowledge/transport/api-failure';

/** Why the service could not be read. */
export type ReadFailure = ApiFailure | UnreadableListError;

/** @throws whatever is no failure of the service */
export async function attempt<Result>(
	read: () => Promise<Result>,
): Promise<{ result: Result } | { failure: ReadFailure }> {
	return await read().then((result) => ({ result }), failedRead);
}

function failedRead(error: unknown): { failure: ReadFailure } {
	if (error instanceof ApiFailure || error instanceof UnreadableListError) return { failure: error };
	throw error;
}
