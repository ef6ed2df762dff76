import { z } from 'zod';
import { leadFilterFields, optionalConversation } from '../leads/contract';
import { count } from '../task/contract';
import { LONGEST_INTERVAL_SECONDS } from './cursor';

/** How a flow takes its leads. A change holds for the leads that are read or handed out after it. */
export const handOutSettingsSchema = z.strictObject({
	...leadFilterFields,
	...optionalConversation,
	label: z.string().trim().min(1).max(200).describe('The name of the flow, for people'),
	intervalSeconds: z
		.int()
		.min(10)
		.max(LONGEST_INTERVAL_SECONDS)
		.default(60)
		.describe('Seconds between two checks for new leads'),
	maxAttempts: z.int().min(1).max(20).default(3).describe('Executions that may fail before a lead is refused'),
	retryPauseSeconds: z
		.int()
		.min(1)
		.max(24 * 3600)
		.default(60)
		.describe('Seconds before a failed lead is handed out again. Each further pause is twice as long'),
});
export type HandOutSettings = z.output<typeof handOutSettingsSchema>;

/** The most leads that one request can take. */
export const MOST_TAKEN = 100;

export const takeRequestSchema = z.strictObject({
	max: z.int().min(1).max(MOST_TAKEN).default(1).describe('The most leads to take'),
	leaseSeconds: z
		.int()
		.min(10)
		.max(3600)
		.default(120)
		.describe('Seconds until the leads are handed out again, unless the lease is renewed or the leads are settled'),
});
export type TakeRequest = z.output<typeof takeRequestSchema>;

/** Leads that one request took. Without leads there is no lease. */
export const takenLeadsSchema = z.object({
	lease: z.string().nullable(),
	leads: z.array(
		z.object({
			id: z.int(),
			/** Counts from 1. A lead whose lease ran out keeps its number. */
			attempt: count,
			/** Where its contents are stored. */
			blob: z.string(),
		}),
	),
});
export type TakenLeads = z.output<typeof takenLeadsSchema>;

/** How an execution ended for a lead. */
export const OUTCOMES = ['done', 'failed', 'refused', 'released'] as const;

/** `missing`: the worker could not find the stored contents, so the sync reads the lead again. */
export interface LeadOutcome {
	leadId: number;
	outcome: (typeof OUTCOMES)[number] | 'missing';
	/** Why it failed or was refused. */
	reason: string;
}

export const settledSchema = z.object({
	/** Leads whose outcome counted. */
	settled: count,
	/** Leads that were settled before, or that were handed out again since. */
	ignored: count,
});
export type Settled = z.output<typeof settledSchema>;

/** What waits in a sync, without changing it. */
export const handOutViewSchema = z.object({
	/** Leads that a request would get now. */
	waiting: count,
	/** What this request took before. */
	taken: takenLeadsSchema.nullable(),
	/** The next lead that has contents. */
	next: z.object({ id: z.int(), blob: z.string() }).nullable(),
});
export type HandOutView = z.output<typeof handOutViewSchema>;
