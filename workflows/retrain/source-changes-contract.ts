import { z } from 'zod';
import { count } from '../task/contract';
import { inForm } from '../task/field-form';

/** The words of forms for what a retrain says about changed sources. */
const LISTED = { list: 'Count and name them', counts: 'Count them', none: 'Do not compare' };
const COUNTED = { counts: LISTED.counts, none: LISTED.none };

const LIST_COST = 'One call per 100 sources before the run, and as many after it';

/** Whether a retrain compares the sources before and after the run. */
export const sourceChangesField = () =>
	z
		.enum(['list', 'counts', 'none'])
		.default('list')
		.describe(
			`Compare the list of sources before and after the run: which are new, gone, changed or failed. ${LIST_COST}, at most 500 sources`,
		)
		.meta(inForm('Changed sources', { isRare: true, options: LISTED, help: LIST_COST }));

/** The same for many agents, whose rows are short. */
export const countedChangesField = () =>
	z
		.enum(['counts', 'none'])
		.default('counts')
		.describe(
			`Compare the list of sources of each agent before and after its run, and count what changed. ${LIST_COST}, for each agent with at most 500 sources`,
		)
		.meta(inForm('Changed sources', { isRare: true, options: COUNTED, help: LIST_COST }));

/** What became of a source. One that failed counts only as failed, also if it is new. */
export const SOURCE_CHANGES = ['failed', 'new', 'gone', 'changed'] as const;
export type SourceChange = (typeof SOURCE_CHANGES)[number];

export const changeCountsSchema = z.object({ new: count, gone: count, changed: count, failed: count });
export type ChangeCounts = z.output<typeof changeCountsSchema>;

/** When the sources were listed, and how many there were. */
const listedSchema = z.object({
	/** ISO 8601 UTC, by the worker's clock. */
	at: z.string(),
	sources: count,
});
export type Listed = z.output<typeof listedSchema>;

const changedSourceSchema = z.object({
	change: z.enum(SOURCE_CHANGES),
	id: z.number().int(),
	type: z.string(),
	/** Cut after 200 characters. */
	name: z.string(),
	/** The service's reason, if it failed and the service said why. */
	reason: z.string().nullable(),
});
export type ChangedSource = z.output<typeof changedSourceSchema>;

/**
 * Why nothing can be said.
 * - `too_long`: the agent has more than 500 sources, or the service returns them in very short pages.
 * - `not_allowed`: the key may not list sources.
 * - `unavailable`: the service did not return the list, or what was stored of it is gone.
 * - `changing`: the list changed faster than the task could read it.
 */
const unknownChangesSchema = z.object({
	reason: z.enum(['too_long', 'not_allowed', 'unavailable', 'changing']),
	/** In a sentence. */
	detail: z.string(),
});
export type UnknownChanges = z.output<typeof unknownChangesSchema>;

/** How the sources of an agent differ before and after a run. */
export const sourceChangesSchema = z.object({
	/** `joined`: the run was active already, so changes before that moment are missing. */
	since: z.enum(['start', 'joined']).describe('Whether the list before is from before the run, or from joining it'),
	before: listedSchema.nullable(),
	after: listedSchema.nullable(),
	/** Null if `unknown` says why. */
	counts: changeCountsSchema.nullable(),
	/** The failed ones first, at most 100. Empty if only counts were wanted. */
	sources: z.array(changedSourceSchema),
	/** Changed sources that `sources` does not name. */
	notNamed: count,
	unknown: unknownChangesSchema.nullable().describe('Why nothing can be said about the sources'),
});
export type SourceChanges = z.output<typeof sourceChangesSchema>;
