import type { Issue, Scope } from '../../api';
import { ApiProblem } from './api-problem';

/** Every refusal of the specification's part 7 that the sandbox gives, in one place. */
export const problems = {
	invalidRequest: (detail: string, issues: Issue[] = []) =>
		new ApiProblem({ type: 'invalid_request', title: 'Invalid request', status: 400, detail, issues }),
	urlNotPublic: (message: string) =>
		new ApiProblem({
			type: 'url_not_public',
			title: 'Not a public web page',
			status: 400,
			detail: `This address cannot be added: ${message}.`,
			issues: [{ path: 'url', message }],
		}),
	notATextSource: (type: string) =>
		new ApiProblem({
			type: 'not_a_text_source',
			title: 'Only text sources can be updated',
			status: 400,
			detail: `This source is of type ${type}. Delete it and add it again instead.`,
			issues: [{ path: 'sourceId', message: `is a source of type ${type}, not text` }],
		}),
	unauthorized: (detail: string) =>
		new ApiProblem({ type: 'unauthorized', title: 'Not authorized', status: 401, detail }),
	insufficientScope: (scope: Scope) =>
		new ApiProblem({
			type: 'insufficient_scope',
			title: 'The API key lacks a permission',
			status: 403,
			detail: `This endpoint needs the permission ${scope}. Create a key that has it.`,
		}),
	trainingLimitExceeded: (limitBytes: number) =>
		new ApiProblem({
			type: 'training_limit_exceeded',
			title: 'Training data limit reached',
			status: 403,
			detail: `The plan's limit of ${limitBytes} bytes of training data is reached. Delete sources, or choose a larger plan.`,
		}),
	notFound: (what: string) =>
		new ApiProblem({ type: 'not_found', title: 'Not found', status: 404, detail: `There is no such ${what}.` }),
	trainingActive: () =>
		new ApiProblem({
			type: 'training_active',
			title: 'Training is already running',
			status: 409,
			detail: 'A training run is active for this agent. Wait until it has ended.',
		}),
	keyLimitReached: (limit: number) =>
		new ApiProblem({
			type: 'key_limit_reached',
			title: 'Too many API keys',
			status: 409,
			detail: `An account holds at most ${limit} active keys. Revoke one first.`,
		}),
	rateLimited: (limit: number, retryAfter: number) =>
		new ApiProblem({
			type: 'rate_limit_exceeded',
			title: 'Too many requests',
			status: 429,
			detail: `More than ${limit} requests in this minute. Try again in ${retryAfter} s.`,
			retryAfter,
		}),
};
