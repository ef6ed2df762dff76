import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { ApiProblem } from '../problems/problems';

/** What an operation answered, for a program and for a reader. */
export function toolResult(answer: unknown): CallToolResult {
	return { content: [{ type: 'text', text: JSON.stringify(answer, null, 2) }] };
}

/** A refusal with the API's own words, so that the assistant can put it right. */
export function toolRefusal(problem: ApiProblem): CallToolResult {
	return { ...toolResult(problem), isError: true };
}

export const mcpProblems = {
	cannotAsk: () =>
		new ApiProblem({
			type: 'authorization_needed',
			title: 'The user has to authorize this email',
			status: 403,
			detail:
				'This sends a real email, and your client cannot ask its user (it does not support elicitation). Use a client ' +
				'that does, or send the reply from the dashboard or the API, or have the owner of this API key allow sending ' +
				'without asking on the API keys page of the dashboard. Nothing was sent.',
		}),
	notAuthorized: () =>
		new ApiProblem({
			type: 'authorization_declined',
			title: 'The user did not authorize this email',
			status: 403,
			detail: 'Nothing was sent. Change the message or the recipients as the user wishes before asking again.',
		}),
};
