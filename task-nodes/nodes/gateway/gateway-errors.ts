import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { INode, JsonObject } from 'n8n-workflow';
import { refusedCertificate } from './generated/certificates';
import { noResponse } from './generated/no-response';
import { isRecord, textOf } from './gateway-responses';
import type { WrongServer } from './wrong-server';

/** Where an error belongs: the node, and the input item if there is one. */
export interface ErrorPlace {
	node: INode;
	itemIndex?: number;
	/** Says what is wrong in the words of the node's form. */
	describeIssue?: DescribeIssue;
}

/** One invalid field, by the gateway's path. */
export interface Issue {
	path: string;
	message: string;
}

/** @returns undefined if no field of the node holds the path */
export type DescribeIssue = (issue: Issue) => string | undefined;

interface Problem {
	type: string;
	title: string;
	detail: string;
	issues: Issue[];
}

/** Statuses for invalid, unknown or too large fields. Their detail repeats the issues. */
const ABOUT_FIELDS: ReadonlySet<number> = new Set([400, 404, 413]);
const NOTHING_SENT = 'Nothing was done.';

/** For the default key, which is made of the execution. */
const SAME_KEY =
	'The same Idempotency Key never starts a task twice. "Retry On Fail" uses the same key. A new execution does so only if you set the key.';

/** What to do, by the type of the error, or by its status if the type is unknown. */
const HINTS: ReadonlyMap<string, string> = new Map(
	Object.entries({
		idempotency_key_reused:
			'Under Options, set an Idempotency Key for only this item and this input. Or send the input of the first request with this key.',
		unknown_task_type: 'Update agent-knowledge-worker to a version that runs this task, or choose another operation.',
		route_not_found:
			'This node needs a newer gateway. Update agent-knowledge-worker to the version of this node package or a newer one, then run the node again.',
		callback_not_allowed:
			'Ask the operator of agent-knowledge-worker to add this host and port to gateway.callbackHosts, and to uses.callbackHosts if the token is bound, and to restart the gateway. If the address is wrong, correct WEBHOOK_URL of n8n.',
		connection_not_at_worker:
			'Ask the operator of agent-knowledge-worker to give the gateway and all workers the same connections. Then run the node again.',
		connection_slow: `The service behind the connection responds slowly. Run the node again in some seconds. ${SAME_KEY}`,
		file_not_ready:
			'Use the operation Wait before this node, because it continues when the task has ended. Or run this node again later.',
		file_erased: 'Run the export again to get a file without the person.',
		file_expired: 'Run the export again, and download its file soon after its end.',
		file_not_found:
			'Only a task whose result names a file without a Bucket has one here. Check the Task ID, or get the file from the bucket.',
		blob_too_large: 'Remove this file, or make it smaller. Nothing was started for this item.',
		no_open_question: 'Nothing was decided. The operation Get Review shows the decisions so far.',
		stale_hash:
			'Nothing was decided. Get the current version with the operation Get Review, show it to the person, and decide on it.',
		decision_not_possible: 'Nothing was done. Choose one of these in the field Decision.',
		sync_ended: 'Publish the flow again to start the sync where it stopped.',
		'400': 'Correct the field or its expression.',
		'401': 'Put a token of the gateway’s setting gateway.tokens into the credential.',
		'403':
			'The Token in the credential is valid but lacks the role. Use a token with the role, or ask the operator of the gateway to add the role in gateway.tokens.',
		'404': 'Choose the connection, the agent or the task again from the current lists of the gateway.',
		'424':
			"The node and its credential are correct, but an API key, a destination or a bucket of the worker is not. Correct it as described above. After a change of the worker's configuration, restart the worker. Then run the node again.",
		'429': 'The gateway or the service is busy. Retry later.',
		'500': `Run the node again. ${SAME_KEY} If it fails again, see the log of the gateway.`,
		'502': `The gateway works, but the service behind the connection is unavailable. Check the connection's baseUrl in the worker's configuration, or run the node again later. ${SAME_KEY}`,
		'503':
			'The gateway runs, but something it depends on is unavailable. Its /readyz, at the address of telemetry.gatewayAddress, says what.',
		'504': `The worker did not process this request in time. Run the node again in some seconds. ${SAME_KEY} If it still fails, start fewer tasks at once, or raise requestsPerMinute if the key allows more.`,
	}),
);

/** The gateway, or the service behind it, refused. Its own words come first. */
export function refusal(place: ErrorPlace, status: number, body: unknown): NodeApiError {
	const problem = inOneCause(asProblem(body), status);
	const issues = problem.issues.map((issue) => describe(issue, place.describeIssue));
	const hint =
		HINTS.get(problem.type) ?? HINTS.get(String(status)) ?? 'Read the message of the gateway above, and its log.';
	const response: JsonObject = { type: problem.type, title: problem.title, detail: problem.detail, issues };
	return new NodeApiError(place.node, response, {
		message: messageOf(problem, status, issues),
		description: [...explanationOf(problem, status, issues), hint].filter((line) => line !== '').join('\n'),
		httpCode: String(status),
		...itemOf(place),
	});
}

/** A wrong token has one cause and one step. A thing that is not there is named by its id, which only the detail has. */
function inOneCause(problem: Problem, status: number): Problem {
	if (status === 401 && problem.type === 'unauthorized') {
		return { ...problem, title: 'The gateway does not accept the Token', detail: '' };
	}
	const [, what, rest] = /^(There is no .+?)\.(?: (.*))?$/s.exec(problem.detail) ?? [];
	const isUnnamed = problem.title.startsWith('There is no such ') && problem.issues.length === 0;
	if (status !== 404 || what === undefined || !isUnnamed) return problem;
	return { ...problem, title: what, detail: rest ?? '' };
}

/** n8n shows only the message to a person who publishes a flow, so the message names a field. */
function messageOf({ title }: Problem, status: number, issues: readonly string[]): string {
	const [first, ...others] = issues;
	if (first !== undefined && ABOUT_FIELDS.has(status)) {
		return others.length === 0 ? first : `${first} (and ${others.length} more)`;
	}
	return `${title === '' ? 'The gateway refused' : title} (${status})`;
}

/** Avoids repetition: for fields the detail repeats the issues. Otherwise the issues are a short form of the detail. */
function explanationOf({ detail }: Problem, status: number, issues: readonly string[]): readonly string[] {
	if (issues.length > 0 && ABOUT_FIELDS.has(status)) return issues.length === 1 ? [NOTHING_SENT] : issues;
	return detail === '' ? issues : [detail];
}

/** A path without a field in the node keeps the gateway's name. */
function describe(issue: Issue, describeIssue: DescribeIssue | undefined): string {
	const described = describeIssue?.(issue);
	if (described !== undefined) return described;
	return issue.path === '' ? issue.message : `${issue.path}: ${issue.message}`;
}

/**
 * No response: nothing listens there, the name is wrong, or the connection broke.
 * @param isRead the request changes nothing, so that it can be repeated without a word
 */
export function unreachable(
	place: ErrorPlace,
	url: string,
	cause: unknown,
	{ isRead }: { isRead: boolean },
): NodeApiError {
	const code = codeOf(cause);
	const response: JsonObject = { url, cause: causeOf(cause) };
	const certificate = refusedCertificate(code);
	if (certificate !== null)
		return new NodeApiError(place.node, response, {
			message: `The certificate of the Agent Knowledge gateway at ${url} ${certificate.what}`,
			description: [causeOf(cause), certificate.todo].join('\n'),
			...itemOf(place),
		});
	const { what, isUnsent } = noResponse(url, code);
	return new NodeApiError(place.node, response, {
		message: what,
		description: [
			'Check the Gateway URL of the credential, and that agent-knowledge-worker runs there. In a container, localhost is the container itself.',
			isUnsent || isRead ? '' : SAME_KEY,
		]
			.filter((line) => line !== '')
			.join('\n'),
		...itemOf(place),
	});
}

/** Another program, or a gateway at another path, responds at the Gateway URL. */
export function wrongServerError(place: ErrorPlace, status: number, { message, todo }: WrongServer): NodeApiError {
	const options = { message, description: todo, httpCode: String(status), ...itemOf(place) };
	return new NodeApiError(place.node, { status, message }, options);
}

/** The whole error as one text, where n8n shows no more than one. */
export function failureText({ message, description }: NodeApiError): string {
	const lines = [message, ...(description ?? '').split('\n')].filter((line) => line !== '');
	return lines.map((line) => (/[.!?]$/.test(line) ? line : `${line}.`)).join(' ');
}

/**
 * Something else redirects, such as a proxy from http to https or a login page. The node does not follow it.
 * @param location value of the header. The error shows only its origin
 */
export function redirected(place: ErrorPlace, url: string, status: number, location: unknown): NodeApiError {
	const target = URL.canParse(textOf(location), url) ? new URL(textOf(location), url).origin : '';
	return new NodeApiError(
		place.node,
		{ url, target },
		{
			message: `${url} redirects (${status})`,
			description: [
				`It points to ${target === '' ? 'another address' : target}. The node follows no redirects, so the token goes only to the Gateway URL.`,
				'Put the address of the gateway itself into the Gateway URL of the credential. Check whether a proxy or a log-in page responds in its place.',
			].join('\n'),
			httpCode: String(status),
			...itemOf(place),
		},
	);
}

/** The response is not that of a gateway of this version. */
export function notTheGateway(place: ErrorPlace, url: string, reason: string): NodeApiError {
	return new NodeApiError(
		place.node,
		{ url },
		{
			message: `The response from ${url} does not come from the Agent Knowledge gateway`,
			description: `${reason}.\nCheck the Gateway URL of the credential, and whether a proxy responds in the gateway's place.`,
			...itemOf(place),
		},
	);
}

/** n8n's own errors stay unchanged. Others get the node and the item, so that n8n shows where they happened. */
export function asNodeError(error: unknown, place: ErrorPlace): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	return new NodeOperationError(place.node, error instanceof Error ? error : String(error), itemOf(place));
}

function itemOf({ itemIndex }: ErrorPlace): { itemIndex?: number } {
	return itemIndex === undefined ? {} : { itemIndex };
}

function asProblem(body: unknown): Problem {
	const record = isRecord(body) ? body : {};
	const issues = Array.isArray(record['issues']) ? record['issues'].filter(isRecord) : [];
	return {
		type: textOf(record['type']),
		title: textOf(record['title']),
		detail: textOf(record['detail']),
		issues: issues.map((issue) => ({ path: textOf(issue['path']), message: textOf(issue['message']) })),
	};
}

/** The system's own words, such as ECONNREFUSED, are only in n8n's cause. */
function causeOf(error: unknown): string {
	if (!(error instanceof Error)) return 'The connection was lost.';
	const cause = error.cause instanceof Error ? error.cause : error;
	const code = codeOf(error);
	return code === '' ? cause.message : `${code}: ${cause.message}`;
}

function codeOf(error: unknown): string {
	if (!(error instanceof Error)) return '';
	return textOf(Reflect.get(error.cause instanceof Error ? error.cause : error, 'code'));
}
