import { isGrpcServiceError, ServiceError } from '@temporalio/client';
import { keyReused } from '../../problems/key-reused';
import { Problem } from '../../problems/problem';
import {
	CallbackHostError,
	InvalidPageTokenError,
	NoWorkerForTaskError,
	TaskEndedError,
	TaskExistsError,
	TaskKeyReusedError,
	TaskNotFoundError,
	UnknownActionError,
	WaitNotFoundError,
} from '../../tasks';
import { type DecryptionError, ForeignPayloadError, keyErrorOf, PlainPayloadError } from '../../temporal/payload-codec';
import { UnknownKeyError } from '../../temporal/keyring';

/** The refusal that an error stands for; null when nobody expected it. */
export function problemOf(error: Error): Problem | null {
	if (error instanceof Problem) return error;
	return problemOfKey(error) ?? problemOfTask(error) ?? problemOfTemporal(error) ?? problemOfFastify(error);
}

function problemOfTask(error: Error): Problem | null {
	const detail = error.message;
	if (error instanceof TaskKeyReusedError) return keyReused(detail);
	if (error instanceof TaskExistsError)
		return new Problem({ type: 'task_exists', title: 'There is such a task already', status: 409, detail });
	if (error instanceof TaskEndedError)
		return new Problem({ type: 'task_ended', title: 'The task has ended', status: 409, detail });
	if (error instanceof UnknownActionError) {
		const issues = [{ path: 'action', message: `"${error.action}" is unknown for this task` }];
		return new Problem({ type: 'unknown_action', title: 'There is no such action', status: 404, detail, issues });
	}
	if (error instanceof NoWorkerForTaskError)
		return new Problem({
			type: 'no_worker',
			title: 'No worker is polling',
			status: 503,
			detail,
			retryAfterSeconds: 10,
		});
	if (error instanceof TaskNotFoundError)
		return new Problem({ type: 'task_not_found', title: 'There is no such task', status: 404, detail });
	if (error instanceof WaitNotFoundError)
		return new Problem({ type: 'wait_not_found', title: 'There is no such wait', status: 404, detail });
	if (error instanceof InvalidPageTokenError)
		return invalidField('pageToken', 'is not one that the gateway gave out', detail);
	if (error instanceof CallbackHostError)
		return invalidField('callbackUrl', `leads to ${error.host}, which is not one of callbackHosts`, detail);
	return null;
}

/** What was kept needs a key that is not configured any more, or that has another secret. */
function problemOfKey(error: Error): Problem | null {
	const wrong = keyErrorOf(error);
	if (wrong === null) return null;
	const [type, title] = kindOf(wrong);
	return new Problem({ type, title, status: 503, detail: wrong.message });
}

function kindOf(wrong: UnknownKeyError | DecryptionError): [type: string, title: string] {
	if (wrong instanceof UnknownKeyError) return ['encryption_key_missing', 'An encryption key is missing'];
	if (wrong instanceof PlainPayloadError) return ['payload_not_encrypted', 'What is kept is not encrypted'];
	if (wrong instanceof ForeignPayloadError) return ['payload_of_another', 'What is kept belongs to another task'];
	return ['encryption_key_wrong', 'An encryption key is another one than was used'];
}

function invalidField(path: string, message: string, detail: string): Problem {
	return new Problem({
		type: 'invalid_request',
		title: 'The request is not valid',
		status: 400,
		detail,
		issues: [{ path, message }],
	});
}

/** Whatever Temporal's client throws when it cannot ask the server. */
function problemOfTemporal(error: Error): Problem | null {
	const asked = error instanceof ServiceError || isGrpcServiceError(error) || isGrpcServiceError(error.cause);
	if (!asked) return null;
	return new Problem({
		type: 'temporal_unavailable',
		title: 'The task engine does not answer',
		status: 503,
		detail: 'The gateway cannot reach Temporal. Try again in a few seconds, with the same Idempotency-Key.',
		retryAfterSeconds: 5,
	});
}

/** The refusals Fastify makes itself: broken JSON, a body that is too large, another content type. */
function problemOfFastify(error: Error): Problem | null {
	const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
	if (status < 400 || status >= 500) return null;
	return new Problem({ ...(FASTIFY_REFUSALS[status] ?? OTHER_REFUSAL), status });
}

const OTHER_REFUSAL = {
	type: 'invalid_request',
	title: 'The request is not valid',
	detail: 'The body must be one JSON object, not empty and not broken, as /openapi.json describes it.',
	issues: [{ path: 'body', message: 'is empty or not valid JSON' }],
};

const FASTIFY_REFUSALS: Record<number, { type: string; title: string; detail: string } | undefined> = {
	413: {
		type: 'body_too_large',
		title: 'The body is too large',
		detail: 'A body may have 1 MiB at most. Send less.',
	},
	415: {
		type: 'unsupported_media_type',
		title: 'The body is not JSON',
		detail: 'Send the body as JSON, with the header Content-Type: application/json.',
	},
};
