import { z } from 'zod';
import { LIMITS } from '../limits';
import { agentIdSchema, integerIdSchema, timestampSchema } from './primitives';

export const sourceTypeSchema = z.enum(['url', 'text', 'file']);

/** The statuses the specification names (part 3). */
export const SOURCE_STATUSES = ['processing', 'pending', 'indexed', 'failed'] as const;

/** A training source in a list (specification, part 2). `sizeBytes` in bytes. */
export const sourceSchema = z.looseObject({
	id: integerIdSchema,
	agentId: agentIdSchema,
	type: sourceTypeSchema,
	/** For url sources, the address. */
	name: z.string(),
	status: z.string(),
	sizeBytes: z.number().int(),
	wordCount: z.number().int(),
	/** The reason when the status is `failed`. */
	errorMessage: z.string().nullable(),
	createdAt: timestampSchema,
});

/** One source with its stored text; `content` is null for url and file sources and while a text is being stored. */
export const sourceWithContentSchema = sourceSchema.extend({ content: z.string().nullable() });

/** What create and update answer: these five fields only (specification, part 2). */
export const sourceChangedSchema = z.looseObject({
	id: integerIdSchema,
	agentId: agentIdSchema,
	type: sourceTypeSchema,
	name: z.string(),
	status: z.string(),
});

/** Plain text of a snippet, at most 1 MB (specification, part 8). */
export const textContentSchema = z
	.string()
	.min(1)
	.refine((text) => new TextEncoder().encode(text).length <= LIMITS.textSnippetBytes, {
		message: `must be at most ${LIMITS.textSnippetBytes} bytes of plain text`,
	});

/** Body of POST sources. Whether `title` is required for a text is not shown: we send it, and do not insist. */
export const sourceCreateBodySchema = z.discriminatedUnion('type', [
	z.strictObject({ type: z.literal('url'), url: z.url({ protocol: /^https?$/ }) }),
	z.strictObject({ type: z.literal('text'), title: z.string().min(1).optional(), content: textContentSchema }),
]);

/** Body of PATCH sources/{sourceId}: at least one field; what is left out keeps its value. */
export const sourceUpdateBodySchema = z
	.strictObject({ title: z.string().min(1).optional(), content: textContentSchema.optional() })
	.refine((body) => body.title !== undefined || body.content !== undefined, {
		message: 'must have title, content or both',
	});

export type SourceType = z.infer<typeof sourceTypeSchema>;
export type Source = z.infer<typeof sourceSchema>;
export type SourceWithContent = z.infer<typeof sourceWithContentSchema>;
export type SourceChanged = z.infer<typeof sourceChangedSchema>;
export type SourceCreateBody = z.infer<typeof sourceCreateBodySchema>;
export type SourceUpdateBody = z.infer<typeof sourceUpdateBodySchema>;
