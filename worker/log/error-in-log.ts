import { types } from 'node:util';

/**
 * An error as the log shows it. Its message is left out: whoever refused a request may repeat it there, with
 * addresses and subjects. The words stand in the task that failed, which is encrypted.
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
	/** Where it was thrown; without the message that begins a stack. */
	stack?: string;
	cause?: ErrorInLog;
}

/** Causes of causes, as deep as Temporal nests failures. */
const DEEPEST = 5;
/** Words and statuses with `_` between them. A key, an address, a telephone number or a sentence is none. */
const IDENTIFIER = /^(?=.{1,40}$)[A-Za-z]+(?:_[A-Za-z]+|_\d{3})*$/;
/** Also five digits or capitals, as PostgreSQL has them. */
const CODE = /^(?:[A-Z][A-Z_]{1,39}|[0-9A-Z]{5})$/;
const FRAME = /^\s+at .*(?::\d+:\d+|<anonymous>|index \d+|native)\)?$/;

/** Whether something is an error: also one of another realm, as workflows throw them, or one that was copied. */
export function isError(value: unknown): value is object {
	if (typeof value !== 'object' || value === null) return false;
	return types.isNativeError(value) || (typeof Reflect.get(value, 'stack') === 'string' && 'message' in value);
}

/** What may be logged of an error, whoever wrote its message. */
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

/** The name that its class gives. A service's own, as of an S3 error, may be anything. */
function typeOf(error: object): unknown {
	return identifier(Reflect.get(error, 'name')) ?? fieldOf(Reflect.get(error, 'constructor'), 'name');
}

/** A client's, an SMTP server's, or that of the refusal which a failed activity carries. */
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

/** The lines of places that end a stack: a message of several lines may have such lines of its own. */
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
