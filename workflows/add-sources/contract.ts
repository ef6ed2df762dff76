import { z } from 'zod';
import { agentIdSchema, idSchema, integerIdSchema, LIMITS, sourceTypeSchema } from '../../api';
import { count, everyInput, rowErrorSchema } from '../task/contract';
import { inForm } from '../task/field-form';
import { contentKey, listKey, nameOf } from './names';
import { sourceFields } from './fields-contract';

const MOST_SOURCES = 500;
/** Larger texts are not kept in the task's history: they are uploaded first. Bytes. */
const INLINE_BYTES = 32 * 1024;

const megabytes = (bytes: number) => Math.floor(bytes / 1_000_000);

const title = sourceFields.title.describe('The title of the text in the agent').meta(inForm('Title'));

const inlineText = z
	.string()
	.min(1)
	.refine((text) => new TextEncoder().encode(text).length <= INLINE_BYTES, {
		message: `is larger than ${INLINE_BYTES / 1024} KB; upload it with PUT /v1/blobs and send the reference as blob`,
	});

export const sourceInputSchema = z.discriminatedUnion('type', [
	z
		.strictObject({
			type: z.literal('url'),
			url: sourceFields.url.describe('The address of the page').meta(inForm('Address')),
		})
		.meta(inForm('Page')),
	z
		.strictObject({
			type: z.literal('text'),
			title,
			content: inlineText
				.optional()
				.describe(`The text, at most ${INLINE_BYTES} bytes. Send either this or blob`)
				.meta(
					inForm('Text', {
						isLong: true,
						help: `At most ${INLINE_BYTES / 1024} KB. Upload a longer text as a file`,
					}),
				),
			blob: sourceFields.blob
				.optional()
				.describe(`Reference of an uploaded text (PUT /v1/blobs), at most ${LIMITS.textSnippetBytes} bytes`)
				.meta(
					inForm('Text file', {
						upload: {},
						help: `In place of the text. At most ${megabytes(LIMITS.textSnippetBytes)} MB`,
					}),
				),
		})
		.refine(({ content, blob: reference }) => (content === undefined) !== (reference === undefined), {
			path: ['content'],
			message: 'and blob: send exactly one of them',
		})
		.meta(inForm('Text')),
	z
		.strictObject({
			type: z.literal('file'),
			filename: sourceFields.filename
				.describe('The file name in the agent. Its extension sets the type')
				.meta(inForm('File name')),
			blob: sourceFields.blob
				.describe(`Reference of the uploaded file (PUT /v1/blobs), at most ${LIMITS.fileBytes} bytes`)
				.meta(inForm('File', { upload: { nameInto: 'filename' }, help: `At most ${megabytes(LIMITS.fileBytes)} MB` })),
		})
		.meta(inForm('File')),
]);
export type SourceInput = z.output<typeof sourceInputSchema>;

/** What add-sources takes, version 1. */
export const addSourcesInputSchema = z.strictObject({
	...everyInput,
	agentId: idSchema.describe('The agent that gets the sources').meta(inForm('Agent', { choicesFrom: 'agents' })),
	sources: z
		.array(sourceInputSchema)
		.min(1, 'is empty; name at least one source')
		.max(MOST_SOURCES, `has more than ${MOST_SOURCES} sources; use several tasks`)
		.superRefine(namesDiffer)
		.describe('Pages, texts and files, in the order in which they are added')
		.meta(inForm('Sources', { item: 'source' })),
	ifPresent: z
		.enum(['skip', 'add'])
		.default('skip')
		.describe('What to do if the agent already has a source of this address, title or file name that did not fail')
		.meta(inForm('If the agent has it already', { isRare: true, options: { skip: 'Skip it', add: 'Add it again' } })),
	timeoutSeconds: z
		.number()
		.int()
		.min(1)
		.max(30 * 24 * 3600)
		.optional()
		.describe('Stop after this many seconds. Added sources stay. Default: no limit')
		.meta(
			inForm('Time limit', {
				unit: 'seconds',
				isRare: true,
				help: 'Stop after this time. Added sources stay. Default: no limit',
			}),
		),
});
export type AddSourcesInput = z.output<typeof addSourcesInputSchema>;

/** Two different sources of the same name could not be told apart after a lost response. */
function namesDiffer(sources: readonly SourceInput[], context: z.RefinementCtx): void {
	const contents = new Map<string, string>();
	for (const [index, source] of sources.entries()) {
		const name = listKey(source.type, nameOf(source));
		const content = contentKey(source);
		if ((contents.get(name) ?? content) !== content)
			context.addIssue({
				code: 'custom',
				path: [index, source.type === 'text' ? 'title' : 'filename'],
				message: 'is already used for different content; give each source its own name',
			});
		contents.set(name, content);
	}
}

/**
 * - `indexed`, `failed`: the service finished reading it; a failed one says why.
 * - `processing`: added, and not followed to its end, because the task was stopped.
 * - `gone`: added, and deleted by somebody since.
 * - `present`: skipped, because the agent has it already.
 * - `duplicate`: skipped, because an earlier source of the task is the same.
 * - `refused`: the service did not take it.
 * - `needs_person`: responses were lost, and whether it was added is not certain.
 * - `not_started`: the task was stopped before its turn; after the plan's limit its `error` says so.
 */
const rowStatusSchema = z.enum([
	'indexed',
	'failed',
	'processing',
	'gone',
	'present',
	'duplicate',
	'refused',
	'needs_person',
	'not_started',
]);
export type SourceRowStatus = z.output<typeof rowStatusSchema>;

const rowSchema = z.object({
	type: sourceTypeSchema,
	/** The address, the title or the file's name. */
	name: z.string(),
	status: rowStatusSchema,
	/** The service's id; null if it was not added. */
	sourceId: integerIdSchema.nullable(),
	/** Sources of the agent that had the same name before the task. */
	before: z.array(integerIdSchema),
	error: rowErrorSchema.nullable(),
	audit: z.object({
		/** Requests that may have reached the service. */
		postAttempts: count,
		/** A response was lost, so the source was identified by looking. */
		ambiguous: z.boolean(),
		/** Further sources that appeared and may have come from a lost request. */
		duplicates: z.array(integerIdSchema),
		/** False: a response was lost, and its effect could not be looked for before the task ended. */
		audited: z.boolean(),
	}),
});
export type SourceRow = z.output<typeof rowSchema>;

/** What add-sources ends with, version 1. */
export const addSourcesResultSchema = z.object({
	version: z.literal(1),
	agentId: agentIdSchema,
	counts: z.record(rowStatusSchema, count),
	/** Why the rest was not started though nobody stopped the task: the plan's limit, in the service's words. */
	stoppedBy: rowErrorSchema.nullable(),
	/** One row for each source of the input, in its order. */
	rows: z.array(rowSchema),
	waitedSeconds: z.number().min(0),
});
export type AddSourcesResult = z.output<typeof addSourcesResultSchema>;
