import { EventEmitter } from 'node:events';
import { z } from 'zod';
import { LIMITS } from '../../api';

/** A number of its own, or what the account's plan has. */
const limitSchema = (least: number) => z.union([z.literal('plan'), z.coerce.number().int().min(least)]);

/**
 * What may be set at the start and changed while the sandbox runs. From `pageSize` on it is what the specification
 * does not show: each value is one way in which the real service may respond, so that no client relies on a single one.
 */
export const settingsSchema = z.strictObject({
	/** How many times faster than life training, indexing and delivery go; below 1 they go slower. */
	clockFactor: z.coerce.number().min(0.0001).max(100_000),
	/** Requests per minute and key; `none` for no limit. */
	rateLimit: z.union([z.literal('none'), z.coerce.number().int().min(1)]),
	/** Training data the account may hold, in bytes. */
	trainingDataBytes: limitSchema(0),
	/** Website pages of one training run. */
	pagesPerRetrain: limitSchema(1),

	/** Items of a page when the caller names no limit. */
	pageSize: z.coerce.number().int().min(1).max(LIMITS.pageSize),
	/** DELETE of a source or Q&A pair: `{id, deleted: true}`, `{}`, or 204 and nothing. */
	deleteBody: z.enum(['deleted', 'empty', 'none']),
	/** POST retrain: the training status, its run alone, `{}`, or nothing. */
	retrainBody: z.enum(['status', 'run', 'empty', 'none']),
	/** `run` of a training status when there is none to show: null, missing, or `{}`. */
	noRun: z.enum(['null', 'missing', 'empty']),
	/** The last run in a training status once it has ended: shown until the next one begins, or shown no more. */
	endedRun: z.enum(['kept', 'absent']),
	/** X-RateLimit-Reset: seconds or milliseconds since 1970, seconds from now, or an ISO date. */
	rateLimitReset: z.enum(['seconds', 'milliseconds', 'delta', 'date']),
	/** `detail` and `issues` of an error: given, null, or missing. */
	errorDetails: z.enum(['given', 'null', 'missing']),
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
};

/** The settings among other things that were given. */
export function settingsOf(given: SettingsValues): SettingsValues {
	return z.object(settingsSchema.shape).parse(given);
}

/**
 * What may be changed while the sandbox runs. Changes last until it stops: at the next start the environment decides again.
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

	/** Calls back at every change, until the returned function is called. */
	onChange(listener: () => void): () => void {
		this.changes.on('change', listener);
		return () => this.changes.off('change', listener);
	}
}
