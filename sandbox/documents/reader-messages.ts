import { z } from 'zod';
import { DOCUMENT_FORMATS } from './document-format';

/** What the thread that reads documents is asked. */
export const readerTaskSchema = z.discriminatedUnion('task', [
	z.object({ task: z.literal('identify'), path: z.string(), filename: z.string() }),
	z.object({ task: z.literal('read'), path: z.string(), format: z.enum(DOCUMENT_FORMATS) }),
]);

/** What it answers, once. */
export const readerAnswerSchema = z.discriminatedUnion('answer', [
	z.object({ answer: z.literal('format'), format: z.enum(DOCUMENT_FORMATS) }),
	z.object({ answer: z.literal('text'), passages: z.array(z.string()), wordCount: z.number() }),
	/** The message is for the owner of the source. */
	z.object({ answer: z.literal('refused'), message: z.string() }),
]);

export type ReaderTask = z.infer<typeof readerTaskSchema>;
export type ReaderAnswer = z.infer<typeof readerAnswerSchema>;
