import { ApplicationFailure } from '@temporalio/common';
import type {
	ActivityExecuteInput,
	ActivityInboundCallsInterceptor,
	ActivityInterceptorsFactory,
	Next,
} from '@temporalio/worker';
import { shortText } from '../../../workflows/task/failure';
import { compressed } from '../../temporal/compression';
import { finalFailure } from './failure';

/** Temporal takes 2 MiB. Encryption adds some hundred bytes. */
export const MOST_BYTES = 1_900_000;
/** Of a text in the details of a failure that is too large. Characters. */
const LONGEST_TEXT = 1_000;
/** Values of a list, and fields of an object, in such details. */
const MOST_VALUES = 20;

/**
 * Keeps what an activity gives to Temporal within Temporal's limit. Temporal would refuse a larger result or failure, and
 * the attempt would be repeated for ever. A result that is too large becomes a final failure of the type
 * `result_too_large`. The details of such a failure are cut. Put it around all interceptors that change failures.
 */
export const boundResults: ActivityInterceptorsFactory = ({ info }) => ({
	inbound: new BoundResults(info.activityType),
});

class BoundResults implements ActivityInboundCallsInterceptor {
	constructor(private readonly activity: string) {}

	async execute(input: ActivityExecuteInput, next: Next<ActivityInboundCallsInterceptor, 'execute'>): Promise<unknown> {
		let result: unknown;
		try {
			result = await next(input);
		} catch (error) {
			throw error instanceof ApplicationFailure ? withCutDetails(error) : error;
		}
		const bytes = encodedBytes(result);
		if (bytes <= MOST_BYTES) return result;
		throw finalFailure({
			type: 'result_too_large',
			title: 'A step found more than Temporal can store',
			status: 413,
			detail: `The result of ${this.activity} has ${megabytes(bytes)} MB, and ${megabytes(MOST_BYTES)} MB is the most. What it did stays. Split the task: fewer items, or shorter texts.`,
		});
	}
}

const megabytes = (bytes: number) => Math.ceil(bytes / 100_000) / 10;

/** The bytes of a value as the codec sends it, about. */
function encodedBytes(value: unknown): number {
	if (value === undefined) return 0;
	const bytes = Buffer.from(JSON.stringify(value));
	return bytes.length <= MOST_BYTES ? bytes.length : compressed(bytes).bytes.length;
}

function withCutDetails(failure: ApplicationFailure): ApplicationFailure {
	const { message, type, nonRetryable, details, cause, category } = failure;
	const pauseMs: unknown = failure.nextRetryDelay;
	if (encodedBytes(details ?? []) <= MOST_BYTES) return failure;
	return ApplicationFailure.create({
		message,
		details: (details ?? []).slice(0, MOST_VALUES).map(cut),
		...(type && { type }),
		...(nonRetryable && { nonRetryable }),
		...(cause && { cause }),
		...(category && { category }),
		...(typeof pauseMs === 'number' && { nextRetryDelay: pauseMs }),
	});
}

/** The beginning of a value. A list says how many values are missing where its values are texts or have a message. */
function cut(value: unknown): unknown {
	if (typeof value === 'string') return value.length > LONGEST_TEXT ? `${shortText(value, LONGEST_TEXT)}…` : value;
	if (typeof value !== 'object' || value === null) return value;
	if (!Array.isArray(value))
		return Object.fromEntries(
			Object.entries(value)
				.slice(0, MOST_VALUES)
				.map(([name, each]) => [name, cut(each)]),
		);
	const values: unknown[] = value;
	const shown = values.slice(0, MOST_VALUES).map(cut);
	const more = values.length - shown.length;
	if (more === 0) return shown;
	const [first] = values;
	if (typeof first === 'string') return [...shown, `and ${more} more`];
	const isIssue = typeof first === 'object' && first !== null && 'path' in first && 'message' in first;
	return isIssue ? [...shown, { path: '', message: `and ${more} more` }] : shown;
}
