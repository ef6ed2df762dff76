import { z } from 'zod';

/** Fields of a form arrive as text; one that was left empty was not given. */
export const notGivenWhenEmpty = (value: unknown): unknown => (value === '' ? undefined : value);

/** Boxes that were ticked: none, one text, or several. */
export const ticked = z.preprocess((value) => (value === undefined ? [] : [value].flat()), z.array(z.string()));

/** A moment as a browser's field writes it, taken as UTC; becomes ISO 8601. */
export const utcMoment = z.preprocess(
	notGivenWhenEmpty,
	z.iso
		.datetime({ local: true })
		.transform((local) => new Date(`${local}Z`).toISOString())
		.optional(),
);

/** Below the number of items that a list shows at once. */
export const offsetSchema = z.coerce.number().int().min(0).catch(0);
export const ITEMS_SHOWN = 50;
