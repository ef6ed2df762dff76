import { z } from 'zod';

/** One field that was refused: where it is, and why (specification, part 7). */
export const issueSchema = z.looseObject({ path: z.string(), message: z.string() });

/**
 * The error envelope of every refusal (specification, part 7).
 * Whether `detail` and `issues` are always there is not shown, so both may be missing.
 */
export const errorSchema = z.looseObject({
	type: z.string(),
	title: z.string(),
	status: z.number().int(),
	detail: z.string().nullish(),
	issues: z.array(issueSchema).nullish(),
});

export type Issue = z.infer<typeof issueSchema>;
export type ErrorBody = z.infer<typeof errorSchema>;
