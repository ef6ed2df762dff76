import { z } from 'zod';

/** A text of a form; empty if the browser sent none. */
export const typedText = z.string().catch('');

/** What every form of the page has. */
export const formShape = { hash: z.string().min(1), by: typedText, note: typedText, despiteStopped: typedText };

/** A form of the page as a browser sends it, with the fields of its subject. */
export type ReviewForm = z.output<z.ZodObject<typeof formShape>> & {
	/** Missing if nothing was chosen, as in a form that only had its button pressed. */
	action?: string | undefined;
};
