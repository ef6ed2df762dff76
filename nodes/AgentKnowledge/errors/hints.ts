import { operations } from '../generated/operations';
import type { ApiFailureFields } from '../transport/api-failure';

/** What the person can do about a failure, by its type or status; empty where nothing is known. */
export function hintFor(failure: ApiFailureFields): string {
	return failure.hint ?? byType(failure) ?? byStatus(failure) ?? '';
}

function byType(failure: ApiFailureFields): string | undefined {
	const { scope, method } = operations[failure.operationId];
	switch (failure.type) {
		case 'insufficient_scope':
			return `The API key lacks the scope ${scope ?? 'that this operation needs'}. Create a key that has it on the service's API keys page, and put it into the credential.`;
		case 'training_limit_exceeded':
			return 'The plan allows no more training data. Delete sources that are no longer needed (Source > Delete), or change the plan.';
		case 'unreachable':
			return 'Check "Base URL" in the credential: the address of the service without /api/v1, reachable from where n8n runs.';
		case 'not_the_api':
			return 'Check "Base URL" in the credential: it must be the address of the API, not of the website or the dashboard.';
		case 'answer_lost':
			return method === 'GET'
				? 'Nothing was changed. Run it again; if it stays so, check that the service is reachable from where n8n runs.'
				: undefined;
		default:
			return undefined;
	}
}

function byStatus({ status, operationId, waited }: ApiFailureFields): string | undefined {
	const { path } = operations[operationId];
	switch (status) {
		case 401:
			return 'The API key is missing, mistyped, revoked or expired. Create a new key on the service\'s API keys page, and put it into the credential "Agent Knowledge API".';
		case 402:
			return 'The message credits of the plan are used up. Searching (Knowledge > Search) costs none.';
		case 404:
			return path.includes('{sourceId}')
				? 'The source or its agent does not exist any more, or the API key is restricted to other agents. "From List" shows what the key can access.'
				: 'The agent does not exist any more, or the API key is restricted to other agents. "From List" shows the agents the key can access.';
		case 413:
			return 'A file may have at most 10 MB. Split it, or send a smaller one.';
		case 429:
			return `${waitedSentence(waited)} All workflows and tools that use this API key share its requests per minute: spread them over time, or give this workflow a key of its own.`;
		default:
			return undefined;
	}
}

function waitedSentence({ times, ms }: ApiFailureFields['waited']): string {
	if (times === 0) return 'The service asks for a longer wait than 10 minutes.';
	return `It was waited ${times === 1 ? 'once' : `${times} times`}, ${Math.ceil(ms / 1000)} s in all.`;
}
