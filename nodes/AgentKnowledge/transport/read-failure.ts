import type { ApiFailureFields, Issue } from './api-failure';
import { ApiFailure } from './api-failure';
import type { RetrySafety } from '../../../api';
import type { OperationId } from './operations';
import { refusedCertificate } from '../generated/certificates';
import { noResponse } from '../generated/no-response';
import { readRetryAfter } from './rate-limit';
import { isUncertain } from './retry';
import { CUT_OFF, type Sent } from './send-once';

export interface Asked {
	operationId: OperationId;
	safety: RetrySafety;
	/** The credential's base URL. */
	host: string;
	waited: ApiFailureFields['waited'];
}

/** The failure from the service's error envelope (specification, part 7), or from its absence. */
export function failureOf(sent: Sent, { operationId, safety, host, waited }: Asked): ApiFailure {
	const shared = { operationId, safety, waited: { ...waited }, uncertain: isUncertain(sent) };
	if (!sent.answered) return new ApiFailure({ ...shared, ...unanswered(sent, host) });
	const told = envelopeOf(sent.body, sent.status, host);
	return new ApiFailure({
		...shared,
		...told,
		// The service's reasons are the same whichever is true of the key, and the hint says what to do about all.
		...(sent.status === 401 && told.type !== 'http_401' && { title: WRONG_KEY, detail: null }),
		status: sent.status,
		retryAfterMs: readRetryAfter(sent.headers, Date.now()),
	});
}

const WRONG_KEY = 'The service does not accept the API key';

type Told = Pick<ApiFailureFields, 'type' | 'title' | 'detail' | 'issues'>;

function unanswered(
	sent: Sent & { answered: false },
	host: string,
): Told & Pick<ApiFailureFields, 'status' | 'retryAfterMs' | 'hint'> {
	const nothing = { status: null, retryAfterMs: null, issues: [] };
	if (sent.n8nSays !== undefined) {
		const detail = sent.n8nSays === '' ? null : `n8n reports: ${sent.n8nSays}`;
		return { ...nothing, type: 'n8n_failed', title: 'n8n could not send the request', detail };
	}
	const certificate = refusedCertificate(sent.code);
	if (certificate !== null) {
		return {
			...nothing,
			type: 'certificate_refused',
			title: `The certificate of ${host} ${certificate.what}`,
			detail: `Nothing was sent (${sent.code}).`,
			hint: certificate.todo,
		};
	}
	const what = sent.code === CUT_OFF ? `The response of ${host} was cut off` : noResponse(host, sent.code).what;
	return { ...nothing, type: sent.reached === 'no' ? 'unreachable' : 'answer_lost', title: what, detail: null };
}

function envelopeOf(body: unknown, status: number, host: string): Told {
	const type = textOf(body, 'type');
	const title = textOf(body, 'title');
	if (type === null && title === null) {
		return {
			type: `http_${status}`,
			title: `${host} returned status ${status}`,
			detail: "The response does not have the form of the service's errors.",
			issues: [],
		};
	}
	return {
		type: type ?? `http_${status}`,
		title: title ?? `The service returned status ${status}`,
		detail: textOf(body, 'detail'),
		issues: issuesOf(body),
	};
}

function issuesOf(body: unknown): Issue[] {
	const issues: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'issues') : undefined;
	if (!Array.isArray(issues)) return [];
	return issues.map((issue: unknown) => ({
		path: textOf(issue, 'path') ?? '',
		message: textOf(issue, 'message') ?? '',
	}));
}

function textOf(value: unknown, name: string): string | null {
	const text: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
	return typeof text === 'string' && text !== '' ? text : null;
}
