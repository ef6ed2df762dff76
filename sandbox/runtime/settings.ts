import { EventEmitter } from 'node:events';
import { z } from 'zod';
import { LIMITS } from '../../api';

/** A number, or the one of the account's plan. */
const limitSchema = (least: number) => z.union([z.literal('plan'), z.coerce.number().int().min(least)]);

/**
 * The settings that the environment sets at the start and the admin API changes at run time. From `pageSize` to
 * `errorDetails`, they vary what the specification does not show: each value is one way in which the real service may respond. So no client
 * relies on a single one.
 */
export const settingsSchema = z.strictObject({
	/** Speed factor of training, indexing and delivery. Below 1 they are slower than in real time. */
	clockFactor: z.coerce.number().min(0.0001).max(100_000),
	/** Requests per minute and key; `none` for no limit. */
	rateLimit: z.union([z.literal('none'), z.coerce.number().int().min(1)]),
	/** Training data the account may hold, in bytes. */
	trainingDataBytes: limitSchema(0),
	/** Website pages of one training run. */
	pagesPerRetrain: limitSchema(1),

	/** Items per page if the caller sets no limit. */
	pageSize: z.coerce.number().int().min(1).max(LIMITS.pageSize),
	/** Response of DELETE of a source or Q&A pair: `{id, deleted: true}`, `{}`, or 204 without a body. */
	deleteBody: z.enum(['deleted', 'empty', 'none']),
	/** Response of POST retrain: the training status, only its run, `{}`, or no body. */
	retrainBody: z.enum(['status', 'run', 'empty', 'none']),
	/** `run` of a training status without a run: null, missing, or `{}`. */
	noRun: z.enum(['null', 'missing', 'empty']),
	/** The last run in a training status after its end: shown until the next one starts, or hidden. */
	endedRun: z.enum(['kept', 'absent']),
	/** X-RateLimit-Reset: seconds or milliseconds since 1970, seconds from now, or an ISO date. */
	rateLimitReset: z.enum(['seconds', 'milliseconds', 'delta', 'date']),
	/** `detail` and `issues` of an error: present, null, or missing. */
	errorDetails: z.enum(['given', 'null', 'missing']),

	/** Responses that are lost after the effect, of requests with a valid key: none, or every second one. */
	lostResponses: z.enum(['none', 'every-second']),
});

export type SettingsValues = z.infer<typeof settingsSchema>;

/** Used until the environment or the admin API changes them. */
export const DEFAULT_SETTINGS: SettingsValues = {
	clockFactor: 1,
	rateLimit: LIMITS.requestsPerMinute,
	trainingDataBytes: 'plan',
	pagesPerRetrain: 'plan',
	pageSize: 20,
	deleteBody: 'deleted',
	retrainBody: 'status',
	noRun: 'null',
	endedRun: 'kept',
	rateLimitReset: 'seconds',
	errorDetails: 'given',
	lostResponses: 'none',
};

/** The settings in an object that also has other fields. */
export function settingsOf(given: SettingsValues): SettingsValues {
	return z.object(settingsSchema.shape).parse(given);
}

/**
 * The settings that may change while the sandbox runs. Changes last until it stops: the next start reads the
 * environment again.
 */
export class Settings {
	private readonly changes = new EventEmitter();
	private values: SettingsValues;

	constructor(initial: SettingsValues) {
		this.values = initial;
		// Every pause of every training run listens.
		this.changes.setMaxListeners(0);
	}

	get current(): Readonly<SettingsValues> {
		return this.values;
	}

	change(values: Partial<SettingsValues>): void {
		this.values = { ...this.values, ...values };
		this.changes.emit('change');
	}

	/** Calls the listener at every change, until the returned function is called. */
	onChange(listener: () => void): () => void {
		this.changes.on('change', listener);
		return () => this.changes.off('change', listener);
	}
}
