import { z } from 'zod';

const delayMsSchema = z.number().int().min(0).max(3_600_000);

/** What can be made to go wrong with a request. Times in ms of real time. */
export const faultSchema = z.discriminatedUnion('kind', [
	/** The connection is cut before anything was done. */
	z.strictObject({ kind: z.literal('lost-before') }),
	/** Everything is done, then the connection is cut in place of the answer. */
	z.strictObject({ kind: z.literal('lost-after') }),
	/** The request is worked on only after a while. */
	z.strictObject({ kind: z.literal('delay'), delayMs: delayMsSchema }),
	/** Everything is done at once; the answer leaves only after a while. */
	z.strictObject({ kind: z.literal('late-answer'), delayMs: delayMsSchema }),
	/** Nothing is done and nothing is answered, until the caller gives up. */
	z.strictObject({ kind: z.literal('hang') }),
	/** This status is answered instead; nothing is done. `retryAfter`: the header, word for word or in seconds. */
	z.strictObject({
		kind: z.literal('status'),
		status: z.number().int().min(400).max(599),
		retryAfter: z.union([z.number(), z.string()]).optional(),
	}),
	/** Everything is done; the answer's body breaks off in the middle. */
	z.strictObject({ kind: z.literal('broken-json') }),
	/** A Q&A change is saved, but its indexing cannot be scheduled: 503 (specification, part 7). Nothing elsewhere. */
	z.strictObject({ kind: z.literal('indexing-unavailable') }),
]);

export type Fault = z.infer<typeof faultSchema>;
