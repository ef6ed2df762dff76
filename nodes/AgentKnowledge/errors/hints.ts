import type { AnsweringServer } from '../generated/answering-server';
import { operations } from '../generated/operations';
import type { ApiFailureFields } from '../transport/api-failure';
import type { OperationId } from '../transport/operations';
import { lostResponseHint } from './lost-response-hint';
import { notFoundHint } from './not-found-hint';

const NEW_KEY =
	"Create a key with this scope on the service's API keys page, and put it into the credential. Account > What Can This Key Do shows what a key can read.";

/** Also for a 404 outside the service's envelope, which a website or a proxy sent. */
const NOT_THE_API =
	'Check "Base URL" in the credential: it must be the address of the API, not of the website or the dashboard.';

/** What to do, by what responds at the Base URL. */
const INSTEAD: Readonly<Partial<Record<AnsweringServer['is'], string>>> = {
	n8n: 'Check "Base URL" in the credential: it must be the address of the API, not of n8n.',
	gateway:
		'Check "Base URL" in the credential: it must be the address of the API. The gateway belongs in the credential "Agent Knowledge Gateway API".',
	page: 'Check "Base URL" in the credential: it must be the address of the API, not of a website, a dashboard or a log-in page.',
};

const WRONG_PATH = 'Check "Base URL" in the credential: it must be the address of the service without /api/v1.';

const N8N_FAILED =
	'Nothing was sent: n8n reported the error, not the service. Check that the credential "Agent Knowledge API" exists and can be read, then run this again.';

/**
 * What the user can do about a failure, by its type or status.
 * @param endpoints that the node's operation calls, to name the scopes that it needs
 */
export function hintFor(failure: ApiFailureFields, endpoints: readonly OperationId[] = []): string {
	return failure.hint ?? byType(failure, endpoints) ?? byStatus(failure) ?? unknownHint(failure);
}

function byType(failure: ApiFailureFields, endpoints: readonly OperationId[]): string | undefined {
	switch (failure.type) {
		case 'http_404':
			return NOT_THE_API;
		case 'insufficient_scope':
			return `${scopeSentence(failure.operationId, endpoints)} ${NEW_KEY}`;
		case 'training_limit_exceeded':
			return 'The plan allows no more training data. Delete sources that you no longer need (Source > Delete), or change the plan.';
		case 'session_conflict':
			return 'A session ID continues a conversation of the same agent that this node or the API started, one message at a time. Leave "Session ID" empty to start a new conversation.';
		case 'unreachable':
			return 'Check "Base URL" in the credential, and that n8n can reach the service there.';
		case 'n8n_failed':
			return failure.uncertain ? lostResponseHint(failure) : N8N_FAILED;
		case 'redirected':
			return 'Check "Base URL" in the credential: the node follows no redirects, so the key goes only to this address.';
		case 'wrong_path':
			return WRONG_PATH;
		case 'not_the_api':
		case 'unexpected_reply':
			return [failure.uncertain ? lostResponseHint(failure) : '', insteadHint(failure)].join(' ').trim();
		case 'answer_lost':
			return lostResponseHint(failure);
		default:
			return undefined;
	}
}

function insteadHint({ server }: ApiFailureFields): string {
	if (server === undefined) return NOT_THE_API;
	return server.is === 'sandbox' || server.is === 'service' ? WRONG_PATH : (INSTEAD[server.is] ?? NOT_THE_API);
}

function byStatus(failure: ApiFailureFields): string | undefined {
	switch (failure.status) {
		case 401:
			return 'Create a new key on the service\'s API keys page, and put it into the credential "Agent Knowledge API".';
		case 402:
			return 'The message credits of the plan are used up. Searching (Knowledge > Search) costs none.';
		case 403:
			return failure.operationId === 'listUnansweredQuestions'
				? 'Analytics > Get works on every plan, but this section is empty.'
				: undefined;
		case 404:
			return notFoundHint(failure.operationId);
		case 409:
			return isAboutItsKey(failure)
				? 'The same key was sent before with other content. Check the fields for $now, a random value or anything else that differs from run to run. Send the same content again, or use a new key for a new message.'
				: undefined;
		case 413:
			return 'A file has at most 10 MB. Split it, or send a smaller one.';
		case 429:
			return `${waitedSentence(failure)} All workflows and tools with this API key share its requests per minute. Spread them over time, or give this workflow its own key.`;
		default:
			return failure.uncertain ? lostResponseHint(failure) : undefined;
	}
}

/** For a failure of which only the service's own words are known. They may be a title alone. */
function unknownHint({ status, type, title, detail, issues }: ApiFailureFields): string {
	if ((detail !== null && detail !== title) || issues.length > 0) return '';
	return `The service gave no further reason (status ${String(status)}, type ${type}). Check the fields of the node. If they are correct, show this to the operator of the service.`;
}

function scopeSentence(operationId: OperationId, endpoints: readonly OperationId[]): string {
	const lacking = operations[operationId].scope ?? 'that this operation needs';
	const wanted = [...new Set([operationId, ...endpoints].flatMap((id) => operations[id].scope ?? []))];
	const all = wanted.length > 1 ? ` This operation needs ${wanted.join(', ')}.` : '';
	return `The API key lacks the scope ${lacking}.${all}`;
}

/** The specification does not show the type of this conflict (part 7), so only its words identify it. */
function isAboutItsKey({ safety, type, title, detail, issues }: ApiFailureFields): boolean {
	if (safety !== 'idempotency-key' && safety !== 'client-message-id') return false;
	const words = [type, title, detail ?? '', ...issues.map(({ path }) => path)].join(' ');
	return /idempotency|client.?message/i.test(words);
}

function waitedSentence({ waited: { times, ms }, retryAfterMs }: ApiFailureFields): string {
	if (times > 0)
		return `The node waited ${times === 1 ? 'once, for' : `${times} times, in total`} ${Math.ceil(ms / 1000)} s.`;
	const asked = retryAfterMs === null ? 'a pause' : `a pause of ${Math.ceil(retryAfterMs / 1000)} s`;
	return `The service asked for ${asked}, and this node does not wait that long.`;
}
