import { z } from 'zod';
import { DOCUMENT_FORMATS } from './document-format';

/** What a thread is given to look at. */
export const identifyTaskSchema = z.object({ path: z.string(), filename: z.string() });
export const readTaskSchema = z.object({ path: z.string(), format: z.enum(DOCUMENT_FORMATS) });

/** What it answers, once. */
export const readerAnswerSchema = z.discriminatedUnion('answer', [
	z.object({ answer: z.literal('format'), format: z.enum(DOCUMENT_FORMATS) }),
	z.object({ answer: z.literal('text'), passages: z.array(z.string()), wordCount: z.number() }),
	/** The message is for the owner of the source. */
	z.object({ answer: z.literal('refused'), message: z.string() }),
]);

export type IdentifyTask = z.infer<typeof identifyTaskSchema>;
export type ReadTask = z.infer<typeof readTaskSchema>;
export type ReaderAnswer = z.infer<typeof readerAnswerSchema>;
