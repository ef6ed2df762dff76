import { z } from 'zod';

/** A document as it was fetched, on its way to the thread that reads pages. */
export const pageTaskSchema = z.object({
	url: z.string(),
	mediaType: z.string(),
	charset: z.string().optional(),
	robotsTag: z.string(),
	body: z.custom<Uint8Array>((body) => body instanceof Uint8Array),
});

const pageContentSchema = z.object({
	title: z.string(),
	/** Plain text of what the page is about: without navigation, header and footer. */
	text: z.string(),
	/** Addresses on the same site that it links to. */
	links: z.array(z.string()),
	/** The address it wants to be known by, where it names one on the same site. */
	canonical: z.string().optional(),
	/** It asks not to be found. */
	noindex: z.boolean(),
});

export const pageAnswerSchema = z.discriminatedUnion('answer', [
	pageContentSchema.extend({ answer: z.literal('page') }),
	/** The message is for the source's owner. */
	z.object({ answer: z.literal('refused'), message: z.string() }),
]);

export type PageTask = z.infer<typeof pageTaskSchema>;
export type PageContent = z.infer<typeof pageContentSchema>;
export type PageAnswer = z.infer<typeof pageAnswerSchema>;
