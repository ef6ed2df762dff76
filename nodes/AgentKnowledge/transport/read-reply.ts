import { operations } from '../generated/operations';
import { ApiFailure, type ApiFailureFields } from './api-failure';
import type { Asked } from './read-failure';
import { rowOf } from './row';
import type { Sent } from './send-once';

type Answered = Sent & { answered: true };

/**
 * The body of a 2xx.
 * @returns an ApiFailure if it is not what the API replies with. After a write that is a lost response: the service may
 * have done what was asked before something else replied in its place.
 */
export function readReply(sent: Answered, asked: Asked): unknown {
	const { body } = sent;
	const operation = operations[asked.operationId];
	const isText = typeof body === 'string' && body !== '';
	if ('anyReply' in operation && !isPage(sent)) return body;
	if (isText) return notTheApi(sent, asked);
	const missing = missingIn(body, asked);
	return missing === null ? body : unexpected(sent, asked, missing);
}

/** A website, or a page for logging in. */
function isPage({ headers, body }: Answered): boolean {
	const contentType = headers['content-type'];
	return typeof body === 'string' && body !== '' && typeof contentType === 'string' && contentType.includes('html');
}

/** @returns what makes the reply unusable, as a sentence; null when it is as the contract has it */
function missingIn(body: unknown, { operationId }: Asked): string | null {
	const operation = operations[operationId];
	if (operation.retry === 'repeatable' || operation.retry === 'delete') return null;
	if (typeof body !== 'object' || body === null || Array.isArray(body)) {
		return 'The node expected a JSON object.';
	}
	const row = rowOf(body);
	const lists: readonly string[] = 'lists' in operation ? operation.lists : [];
	const needs: readonly string[] = 'needs' in operation ? operation.needs : [];
	const missing = [
		...lists.filter((field) => !Array.isArray(row[field])).map((field) => `the list "${field}"`),
		...needs.filter((field) => row[field] === undefined || row[field] === null).map((field) => `"${field}"`),
	];
	return missing.length === 0 ? null : `It lacks ${missing.join(' and ')}.`;
}

function notTheApi(sent: Answered, asked: Asked): ApiFailure {
	return failure(sent, asked, {
		type: 'not_the_api',
		title: `The server at ${asked.host} is not the API`,
		detail: isPage(sent) ? 'It returned a page instead of JSON.' : 'It returned text instead of JSON.',
	});
}

function unexpected(sent: Answered, asked: Asked, missing: string): ApiFailure {
	return failure(sent, asked, {
		type: 'unexpected_reply',
		title: `${asked.host} returned status ${sent.status} without the content of an API response`,
		detail: missing,
	});
}

function failure(
	{ status }: Answered,
	{ operationId, safety, waited }: Asked,
	told: Pick<ApiFailureFields, 'type' | 'title' | 'detail'>,
): ApiFailure {
	const uncertain = safety !== 'read';
	const shared = { operationId, safety, waited: { ...waited }, uncertain, status, issues: [], retryAfterMs: null };
	return new ApiFailure({ ...shared, ...told });
}
