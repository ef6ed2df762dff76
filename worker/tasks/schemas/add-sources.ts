import { z } from 'zod';
import {
	agentIdSchema,
	idSchema,
	integerIdSchema,
	isUploadable,
	LIMITS,
	sourceTypeSchema,
	UPLOAD_TYPES,
} from '../../../api';
import { contentKey, listKey, nameOf } from '../../../workflows/add-sources/names';
import type { AddSourcesResult, SourceInput } from '../../../workflows/add-sources/contract';
import { BLOB_REFERENCE } from '../../storage/blobs/blob-keys';
import { sentenceOf } from '../../../workflows/add-sources/result';
import { type Verdict, verdictOnItems } from './verdict';

const MOST_SOURCES = 500;
/** Larger texts are not kept in the task's history: they are uploaded first. Bytes. */
const INLINE_BYTES = 32 * 1024;

const blob = z
	.string()
	.regex(BLOB_REFERENCE, 'must be the reference that PUT /v1/blobs gave: sha256: and 64 hexadecimal digits');

const title = z.string().trim().min(1).max(200).describe('What the text is called in the agent');

const inlineText = z
	.string()
	.min(1)
	.refine((text) => Buffer.byteLength(text) <= INLINE_BYTES, {
		message: `is larger than ${INLINE_BYTES / 1024} KB; upload it with PUT /v1/blobs and give the reference as blob`,
	});

export const sourceInputSchema: z.ZodType<SourceInput> = z.discriminatedUnion('type', [
	z.strictObject({
		type: z.literal('url'),
		url: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }).max(2_000),
	}),
	z
		.strictObject({
			type: z.literal('text'),
			title,
			content: inlineText.optional().describe(`The text itself, of at most ${INLINE_BYTES} bytes`),
			blob: blob
				.optional()
				.describe(`Instead of it: a text of at most ${LIMITS.textSnippetBytes} bytes, as PUT /v1/blobs keeps it`),
		})
		.refine(({ content, blob: reference }) => (content === undefined) !== (reference === undefined), {
			path: ['content'],
			message: 'and blob: exactly one of them must be given',
		}),
	z.strictObject({
		type: z.literal('file'),
		filename: z
			.string()
			.trim()
			.min(1)
			.max(200)
			.regex(/^[^/\\\p{Cc}]+$/u, 'must be a name without folders')
			.refine(isUploadable, `must end with one of ${Object.keys(UPLOAD_TYPES).join(', ')}`)
			.describe('What the file is called in the agent; its ending tells its type'),
		blob: blob.describe(`The file, of at most ${LIMITS.fileBytes} bytes, as PUT /v1/blobs keeps it`),
	}),
]);

export const addSourcesInputSchema = z.strictObject({
	version: z.literal(1).default(1),
	connection: z.string().min(1).describe('A connection of the worker'),
	agentId: idSchema.describe('The agent that the sources are for'),
	sources: z
		.array(sourceInputSchema)
		.min(1, 'is empty; name at least one source')
		.max(MOST_SOURCES, `has more than ${MOST_SOURCES} sources; use several tasks`)
		.superRefine(namesDiffer)
		.describe('Pages, texts and files, in the order in which they are added'),
	ifPresent: z
		.enum(['skip', 'add'])
		.default('skip')
		.describe('What to do about a source whose address, title or file name the agent has already'),
	timeoutSeconds: z
		.number()
		.int()
		.min(1)
		.max(30 * 24 * 3600)
		.optional()
		.describe('Stop after this many seconds; what was added stays'),
});

const rowErrorSchema = z.object({ type: z.string(), title: z.string(), detail: z.string() });
const statusSchema = z.enum([
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

export const addSourcesResultSchema = z.object({
	version: z.literal(1),
	agentId: agentIdSchema,
	counts: z.record(statusSchema, z.number().int().min(0)),
	stoppedBy: rowErrorSchema.nullable(),
	rows: z.array(
		z.object({
			type: sourceTypeSchema,
			name: z.string(),
			status: statusSchema,
			sourceId: integerIdSchema.nullable(),
			before: z.array(integerIdSchema),
			error: rowErrorSchema.nullable(),
			audit: z.object({
				postAttempts: z.number().int().min(0),
				ambiguous: z.boolean(),
				duplicates: z.array(integerIdSchema),
				audited: z.boolean(),
			}),
		}),
	),
	waitedSeconds: z.number().min(0),
});

/** Two different ones of the same name could not be told apart after a lost answer. */
function namesDiffer(sources: readonly SourceInput[], context: z.RefinementCtx): void {
	const contents = new Map<string, string>();
	for (const [index, source] of sources.entries()) {
		const name = listKey(source.type, nameOf(source));
		const content = contentKey(source);
		if ((contents.get(name) ?? content) !== content)
			context.addIssue({
				code: 'custom',
				path: [index, source.type === 'text' ? 'title' : 'filename'],
				message: 'is used before for another content; give each one a name of its own',
			});
		contents.set(name, content);
	}
}

/** A source counts that the service has read, or that was left out because it is there. */
export function judgeAddSources({ counts, rows, stoppedBy }: AddSourcesResult): Verdict {
	const good = counts.indexed + counts.present + counts.duplicate;
	const stopped = stoppedBy === null ? '' : ` ${stoppedBy.title}: ${stoppedBy.detail}`;
	return verdictOnItems(good, rows.length, `${sentenceOf(counts, rows.length)}.${stopped}`);
}
