/** The specification's tables, typed by hand from its parts 4 and 5: the contract is held against them. */

/** Part 4, all rows in their order: method, path, scope, purpose. */
export const ENDPOINTS = [
	['GET', '/agents', 'read:agents', 'list agents the key can access'],
	['GET', '/agents/{id}', 'read:agents', 'read one agent'],
	['GET', '/agents/{id}/overview', 'read:analytics', 'one-call agent performance summary'],
	[
		'GET',
		'/agents/{id}/analytics',
		'read:analytics',
		'top questions, unanswered queries, satisfaction, visitor locations',
	],
	['GET', '/agents/{id}/unanswered-questions', 'read:analytics', 'questions the agent could not answer'],
	['GET', '/agents/{id}/conversations', 'read:conversations', 'list conversations, newest first'],
	['GET', '/conversations/{id}', 'read:conversations', 'one conversation with its transcript'],
	['GET', '/agents/{id}/sources', 'read:sources', 'list sources, newest first'],
	['GET', '/agents/{id}/sources/{sourceId}', 'read:sources', 'read one source'],
	['GET', '/agents/{id}/training-status', 'read:sources', 'live training progress'],
	['GET', '/agents/{id}/knowledge/search', 'read:knowledge', 'search trained knowledge'],
	['GET', '/agents/{id}/qa-pairs', 'read:qa', 'list Q&A pairs, newest first'],
	['GET', '/agents/{id}/leads', 'read:leads', 'list leads, newest first'],
	['GET', '/agents/{id}/leads/{leadId}', 'read:leads', 'read one lead'],
	['GET', '/agents/{id}/cod-confirmations', 'read:cod', 'list cash-on-delivery confirmations, newest first'],
	['GET', '/agents/{id}/cod-confirmations/metrics', 'read:cod', 'cash-on-delivery results for a date range'],
	['GET', '/agents/{id}/cod-confirmations/{confirmationId}', 'read:cod', 'read one confirmation'],
	['GET', '/usage', 'read:usage', 'plan usage and message credits'],
	['POST', '/agents/{id}/sources', 'write:sources', 'add a url or text source'],
	['POST', '/agents/{id}/sources/files', 'write:sources', 'upload a file source'],
	['PATCH', '/agents/{id}/sources/{sourceId}', 'write:sources', 'update a text snippet'],
	['DELETE', '/agents/{id}/sources/{sourceId}', 'write:sources', 'delete a source'],
	['POST', '/agents/{id}/retrain', 'write:sources', 'refresh knowledge from the website'],
	['POST', '/agents/{id}/qa-pairs', 'write:qa', 'create a Q&A pair'],
	['PATCH', '/agents/{id}/qa-pairs/{pairId}', 'write:qa', 'update or disable a Q&A pair'],
	['DELETE', '/agents/{id}/qa-pairs/{pairId}', 'write:qa', 'delete a Q&A pair'],
	['POST', '/agents/{id}/chat', 'write:chat', 'send a message, receive a reply'],
	['GET', '/agents/{id}/email', 'read:email', 'list mailboxes, available tools, allowances'],
	['POST', '/agents/{id}/email', 'write:email', 'mailbox action'],
	['DELETE', '/agents/{id}/email', 'write:email', 'delete a mailbox'],
	['POST', '/agents/{id}/email/conversations', 'write:conversations', 'create an empty email conversation'],
	['POST', '/agents/{id}/email/replies', 'write:conversations', 'queue a teammate reply'],
	['GET', '/agents/{id}/email/conversations/{sessionId}', 'read:conversations', 'recipients, outcomes, review state'],
	['POST', '/agents/{id}/email/conversations/{sessionId}', 'write:conversations', 'pause or resume automatic replies'],
	['GET', '/openapi.json', null, 'machine-readable description'],
] as const;

/** Part 5. */
export const SCOPE_NAMES = [
	'read:agents',
	'read:analytics',
	'read:conversations',
	'read:sources',
	'read:knowledge',
	'read:qa',
	'read:leads',
	'read:cod',
	'read:usage',
	'write:sources',
	'write:qa',
	'write:chat',
	'read:email',
	'write:email',
	'write:conversations',
] as const;

/** What one query parameter takes and refuses. */
export interface QueryParameter {
	required?: true;
	takes: readonly unknown[];
	refuses: readonly unknown[];
}

const period: QueryParameter = { takes: ['7d', '30d', '90d'], refuses: ['1d', '365d', '', 30] };
const page: Record<string, QueryParameter> = {
	limit: { takes: [1, 100, '100'], refuses: [0, 101, -1, 1.5, 'many'] },
	offset: { takes: [0, 250, '5000'], refuses: [-1, 0.5, 'x'] },
};
const date: QueryParameter = { takes: ['2026-11-21'], refuses: ['21.11.2026', '2026-11-31', '2026-11-21T00:00:00Z'] };

/** Part 4, query parameters; endpoints that are not named here take none. */
export const QUERY: Readonly<Record<string, Readonly<Record<string, QueryParameter>>>> = {
	'GET /agents': page,
	'GET /agents/{id}/overview': { period },
	'GET /agents/{id}/analytics': { period },
	'GET /agents/{id}/unanswered-questions': { ...page, period },
	'GET /agents/{id}/conversations': {
		...page,
		channel: { takes: ['anything'], refuses: [5] },
		state: { takes: ['open', 'resolved'], refuses: ['closed', ''] },
	},
	'GET /agents/{id}/sources': { ...page, type: { takes: ['url', 'text', 'file'], refuses: ['pdf', ''] } },
	'GET /agents/{id}/qa-pairs': { ...page, kind: { takes: ['qa', 'media'], refuses: ['video', ''] } },
	'GET /agents/{id}/leads': {
		...page,
		email: { takes: ['@example.org'], refuses: [5] },
		startDate: date,
		endDate: date,
	},
	'GET /agents/{id}/cod-confirmations': page,
	// Assumed: the specification says "for a date range" and names no parameter.
	'GET /agents/{id}/cod-confirmations/metrics': { startDate: date, endDate: date },
	'GET /agents/{id}/knowledge/search': {
		query: { required: true, takes: ['opening hours'], refuses: [''] },
		limit: { takes: [1, 10, '5'], refuses: [0, 11, 'all'] },
	},
	'GET /agents/{id}/email': { mailboxId: { takes: ['mb_1'], refuses: [''] } },
	'DELETE /agents/{id}/email': { mailboxId: { required: true, takes: ['mb_1'], refuses: [''] } },
};

/** Part 4: the kind of every path parameter; confirmationId's is assumed. */
export const PATH_PARAMETERS: Readonly<Record<string, 'string' | 'integer'>> = {
	id: 'string',
	sourceId: 'integer',
	pairId: 'integer',
	leadId: 'integer',
	sessionId: 'string',
	confirmationId: 'string',
};
