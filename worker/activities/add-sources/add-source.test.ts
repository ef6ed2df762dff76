import { ApiError, type ApiErrorFields } from '../../../api';
import { answerOf } from './add-source';

const failed = (fields: Partial<ApiErrorFields>) =>
	new ApiError({
		type: 'x',
		title: 'X',
		status: null,
		detail: null,
		issues: [],
		retryAfterMs: null,
		outcome: 'ambiguous',
		operationId: 'addSource',
		request: 'POST /agents/a/sources',
		...fields,
	});

describe('answerOf', () => {
	it.each([
		['the rate limit', { status: 429, outcome: 'refused', retryAfterMs: 7_000 }, 'not-sent'],
		['a key that is to be replaced', { status: 401, outcome: 'refused' }, 'not-sent'],
		['no connection', { type: 'connection_refused', outcome: 'refused' }, 'not-sent'],
		['an active run', { status: 409, outcome: 'refused' }, 'conflict'],
		['a timeout', { type: 'timeout' }, 'ambiguous'],
		['a server error', { status: 502 }, 'ambiguous'],
		['an answer without the id', { status: 201, type: 'unreadable_reply' }, 'ambiguous'],
		["the plan's limit", { status: 403, type: 'training_limit_exceeded', outcome: 'refused' }, 'limit'],
		['a page that is not public', { status: 400, outcome: 'refused' }, 'refused'],
		['a file that is too large', { status: 413, outcome: 'refused' }, 'refused'],
		['what the client itself refuses', { type: 'invalid_input', outcome: 'refused' }, 'refused'],
	] as const)('takes %s', (_what, fields, outcome) => {
		expect(answerOf(failed(fields)).outcome).toBe(outcome);
	});

	it.each([
		[403, 'insufficient_scope'],
		[404, 'not_found'],
	])('ends the task at %i %s, which the next source would meet too', (status, type) => {
		expect(() => answerOf(failed({ status, type, outcome: 'refused' }))).toThrow(type);
	});
});
