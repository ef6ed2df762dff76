import { z } from 'zod';
import { ID_BYTES, idProblem } from '../ids';
import { LIMITS } from '../limits';

/** Agent ids are strings (specification, part 2), as replies carry them. */
export const agentIdSchema = z.string().min(1);

/**
 * An id that is sent: see `idProblem`.
 * @param mostBytes bytes of UTF-8
 */
export function sentIdSchema(mostBytes: number = ID_BYTES) {
	return z
		.string()
		.check(({ value, issues }) => {
			const message = idProblem(value, mostBytes);
			if (message !== null) issues.push({ code: 'custom', input: value, message });
		})
		.meta({ minLength: 1, maxLength: mostBytes });
}

/** An id of the service that is sent, in a path, a query or a body. */
export const idSchema = sentIdSchema();

/** Source, Q&A pair and lead ids are integers (specification, part 2), as replies carry them. */
export const integerIdSchema = z.number().int().positive();

/** An integer id in a path, where it arrives as text. */
export const integerIdParamSchema = z.coerce.number<number | string>().int().positive();

/** ISO 8601 UTC (specification, part 2). Any ISO offset is read; the service sends `Z`. */
export const timestampSchema = z.iso.datetime({ offset: true });

/** YYYY-MM-DD (specification, part 4). */
export const dateSchema = z.iso.date();

/** Reporting periods (specification, part 4). */
export const periodSchema = z.enum(['7d', '30d', '90d']);

/** `limit` and `offset` of every list (specification, part 4). The default page size is not shown. */
export const pageQuery = {
	limit: z.coerce.number<number | string>().int().min(1).max(LIMITS.pageSize).optional(),
	offset: z.coerce.number<number | string>().int().min(0).optional(),
};

/** The list envelope {items, total, limit, offset} (specification, part 2). */
export function listSchema<Item extends z.ZodType>(item: Item) {
	return z.looseObject({
		items: z.array(item),
		total: z.number().int().min(0),
		limit: z.number().int().min(0),
		offset: z.number().int().min(0),
	});
}

/** A reply whose body is not shown: anything, or nothing at all. */
export const notShownSchema = z.unknown();

export type Period = z.infer<typeof periodSchema>;
export type List<Item> = { items: Item[]; total: number; limit: number; offset: number };
