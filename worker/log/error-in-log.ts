import { types } from 'node:util';

/**
 * An error in the log, without its message. A server that refuses a request may repeat it in the message, with
 * addresses and subjects. The failed task has the message, encrypted.
 */
export interface ErrorInLog {
	/** The class. For the failure of an activity or workflow, see also `failure`. */
	type: string;
	/** The stable identifier of what went wrong, such as `insufficient_scope` or `not_taken_yet`. */
	failure?: string;
	/** Node's, PostgreSQL's or gRPC's code, such as `ECONNREFUSED`. */
	code?: string | number;
	/** The HTTP or SMTP status. */
	status?: number;
	/** The operation of the service's API. */
	operation?: string;
	/** Stack without the message at its start. */
	stack?: string;
	cause?: ErrorInLog;
}

/** Maximum depth of causes, as deep as Temporal nests failures. */
const DEEPEST = 5;
/** Words and statuses joined with `_`. Keys, addresses, telephone numbers and sentences do not match. */
const IDENTIFIER = /^(?=.{1,40}$)[A-Za-z]+(?:_[A-Za-z]+|_\d{3})*$/;
/** Also matches five digits or capitals, as in PostgreSQL's codes. */
const CODE = /^(?:[A-Z][A-Z_]{1,39}|[0-9A-Z]{5})$/;
const FRAME = /^\s+at .*(?::\d+:\d+|<anonymous>|index \d+|native)\)?$/;

/** Whether a value is an error, also one of another realm (as workflows throw) or a copy. */
export function isError(value: unknown): value is object {
	if (typeof value !== 'object' || value === null) return false;
	return types.isNativeError(value) || (typeof Reflect.get(value, 'stack') === 'string' && 'message' in value);
}

/** The loggable parts of an error, regardless of the author of its message. */
export function errorInLog(error: object, depth = 1): ErrorInLog {
	const field = (name: string): unknown => Reflect.get(error, name);
	const type = typeOf(error);
	const [failure, operation] = [field('type'), field('operationId')].map(identifier);
	const code = field('code');
	const status = statusOf(error);
	const cause = field('cause');
	const stack = framesOf(error);
	return {
		type: typeof type === 'string' ? type : 'Error',
		...(failure === undefined ? {} : { failure }),
		...(typeof code === 'number' || (typeof code === 'string' && CODE.test(code)) ? { code } : {}),
		...(status === undefined ? {} : { status }),
		...(operation === undefined ? {} : { operation }),
		...(stack === '' ? {} : { stack }),
		...(isError(cause) && depth < DEEPEST ? { cause: errorInLog(cause, depth + 1) } : {}),
	};
}

function identifier(value: unknown): string | undefined {
	return typeof value === 'string' && IDENTIFIER.test(value) ? value : undefined;
}

/** The name from its class. A name from a service, as in an S3 error, may be anything. */
function typeOf(error: object): unknown {
	return identifier(Reflect.get(error, 'name')) ?? fieldOf(Reflect.get(error, 'constructor'), 'name');
}

/** The status of a client, an SMTP server, or the refusal inside a failed activity. */
function statusOf(error: object): number | undefined {
	const details: unknown = Reflect.get(error, 'details');
	const metadata: unknown = Reflect.get(error, '$metadata');
	const found = [
		Reflect.get(error, 'status'),
		Reflect.get(error, 'responseCode'),
		Array.isArray(details) ? fieldOf(details[0], 'status') : undefined,
		fieldOf(metadata, 'httpStatusCode'),
	];
	return found.find((each) => typeof each === 'number');
}

function fieldOf(value: unknown, name: string): unknown {
	return value instanceof Object ? Reflect.get(value, name) : undefined;
}

/** The lines of code places at the end of a stack. A message with several lines may contain similar lines. */
function framesOf(error: object): string {
	const [stack, message] = ['stack', 'message'].map((name): unknown => Reflect.get(error, name));
	if (typeof stack !== 'string') return '';
	const at = typeof message === 'string' ? stack.indexOf(message) : -1;
	const lines = stack.slice(at < 0 ? 0 : at + String(message).length).split('\n');
	return lines
		.slice(lines.findLastIndex((line) => !FRAME.test(line)) + 1)
		.map((line) => line.trim())
		.join('\n');
}
