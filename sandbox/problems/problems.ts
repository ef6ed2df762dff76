import type { Issue, Scope } from '../../api';

export interface ProblemOptions {
	/** Stable identifier (specification, part 7). */
	type: string;
	title: string;
	status: number;
	detail: string;
	/** The refused fields. */
	issues?: Issue[];
	/** Seconds to wait, for the Retry-After header. */
	retryAfter?: number;
}

/** A refusal in the error envelope of the specification's part 7. */
export class ApiProblem extends Error {
	override name = 'ApiProblem';
	readonly status: number;
	readonly retryAfter?: number;

	constructor(private readonly options: ProblemOptions) {
		super(options.detail);
		this.status = options.status;
		this.retryAfter = options.retryAfter;
	}

	toJSON() {
		const { type, title, status, detail, issues = [] } = this.options;
		return { type, title, status, detail, issues };
	}
}

/** All refusals of the specification's part 7 that the sandbox sends. */
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
			detail: `This endpoint needs the permission ${scope}. Create a key with this permission.`,
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
			detail: `More than ${limit} requests in this minute. Retry in ${retryAfter} s.`,
			retryAfter,
		}),
	creditsExhausted: (limit: number) =>
		new ApiProblem({
			type: 'credits_exhausted',
			title: 'Message credits are used up',
			status: 402,
			detail: `All ${limit} message credits of this month are used. Wait for the next month, or choose a larger plan.`,
		}),
	advancedAnalyticsNeeded: (plan: string, firstPlan: string) =>
		new ApiProblem({
			type: 'plan_required',
			title: 'Not part of this plan',
			status: 403,
			detail: `The plan ${plan} does not include advanced analytics. Choose the plan ${firstPlan} or a larger one.`,
		}),
	sessionConflict: (message: string) =>
		new ApiProblem({
			type: 'session_conflict',
			title: 'The session cannot take this message',
			status: 409,
			detail: `This message was not accepted: its session ${message}.`,
			issues: [{ path: 'sessionId', message }],
		}),
	clientMessageConflict: () =>
		new ApiProblem({
			type: 'client_message_conflict',
			title: 'This clientMessageId belongs to another message',
			status: 409,
			detail:
				'The same clientMessageId was sent before with another message, session or location. Use a new clientMessageId.',
			issues: [{ path: 'clientMessageId', message: 'was sent before with another message' }],
		}),
	mediaPair: () =>
		new ApiProblem({
			type: 'media_pair',
			title: 'Managed in the dashboard only',
			status: 400,
			detail: 'Q&A pairs with images or video are managed only in the dashboard.',
			issues: [{ path: 'pairId', message: 'is a media pair' }],
		}),
	/** The change is saved anyway (specification, part 7). */
	indexingNotScheduled: () =>
		new ApiProblem({
			type: 'indexing_not_scheduled',
			title: 'Saved, indexed later',
			status: 503,
			detail:
				'The change is saved, but its indexing could not be scheduled. The next Q&A change of this agent indexes it.',
		}),
};
