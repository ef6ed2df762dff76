import { z } from 'zod';

/** Fields of a form arrive as text. An empty one counts as missing. */
export const emptyAsUndefined = (value: unknown): unknown => (value === '' ? undefined : value);

/** The values of checked boxes: none, one text, or several. */
export const checkedValues = z.preprocess((value) => (value === undefined ? [] : [value].flat()), z.array(z.string()));

/** A time from a browser's field. It is read as UTC and becomes ISO 8601. */
export const utcTimestamp = z.preprocess(
	emptyAsUndefined,
	z.iso
		.datetime({ local: true })
		.transform((local) => new Date(`${local}Z`).toISOString())
		.optional(),
);

/** Below the number of items that a list shows at once. */
export const offsetSchema = z.coerce.number().int().min(0).catch(0);
export const ITEMS_SHOWN = 50;
