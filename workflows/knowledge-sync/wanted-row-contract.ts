import { z } from 'zod';
import { LIMITS } from '../../api';
import { sourceFields } from '../add-sources/fields-contract';
import { inForm } from '../task/field-form';
import { itemKey, keyOf, NAME_FIELDS, type NameField, nameOf } from './row-key';

/** The service names no limit. A longer one is not a question that somebody asks. Characters. */
const QUESTION_CHARACTERS = 4_000;
const KEY_CHARACTERS = 200;

const plainText = z.string().refine((text) => text.trim() !== '', 'is empty');

const key = z
	.string()
	.trim()
	.min(1)
	.max(KEY_CHARACTERS)
	.optional()
	.describe('What the row is known by from one sync to the next. Default: its question, title, address or file name')
	.meta(inForm('Key', { isRare: true }));

const megabytes = (bytes: number) => Math.floor(bytes / 1_000_000);

/** What an agent should know: one item of a set. */
export const wantedRowSchema = z.discriminatedUnion('type', [
	z
		.strictObject({
			type: z.literal('qa'),
			key,
			question: plainText.max(QUESTION_CHARACTERS).describe('The question').meta(inForm('Question')),
			answer: plainText
				.refine(isShortEnough, `is larger than ${LIMITS.textSnippetBytes} bytes`)
				.describe('The answer, which the agent gives word by word')
				.meta(inForm('Answer', { isLong: true })),
			enabled: z
				.boolean()
				.optional()
				.describe('Whether the agent uses the pair. Default: a new pair is used, and another one stays as it is')
				.meta(inForm('Enabled', { isRare: true })),
		})
		.meta(inForm('Question and answer')),
	z
		.strictObject({
			type: z.literal('text'),
			key,
			title: sourceFields.title.describe('The title of the text in the agent').meta(inForm('Title')),
			content: plainText
				.refine(isShortEnough, `is larger than ${LIMITS.textSnippetBytes} bytes; split the text`)
				.optional()
				.describe(`The text, at most ${LIMITS.textSnippetBytes} bytes. Send either this or blob`)
				.meta(inForm('Text', { isLong: true })),
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
		.refine(({ content, blob }) => (content === undefined) !== (blob === undefined), {
			path: ['content'],
			message: 'and blob: send exactly one of them',
		})
		.meta(inForm('Text')),
	z
		.strictObject({
			type: z.literal('page'),
			key,
			url: sourceFields.url.describe('The address of the page, which must be public').meta(inForm('Address')),
		})
		.meta(inForm('Page')),
	z
		.strictObject({
			type: z.literal('file'),
			key,
			filename: sourceFields.filename
				.describe('The file name in the agent. Its extension sets the type')
				.meta(inForm('File name')),
			blob: sourceFields.blob
				.describe(`Reference of the uploaded file (PUT /v1/blobs), at most ${LIMITS.fileBytes} bytes`)
				.meta(inForm('File', { upload: { nameInto: 'filename' }, help: `At most ${megabytes(LIMITS.fileBytes)} MB` })),
		})
		.meta(inForm('File')),
]);
export type WantedRow = z.output<typeof wantedRowSchema>;

function isShortEnough(text: string): boolean {
	return new TextEncoder().encode(text).length <= LIMITS.textSnippetBytes;
}

/** Rows of which each has its own key, and no two of a type the same name at the service. */
export const wantedRowsSchema = z.array(wantedRowSchema).superRefine((rows, context) => {
	for (const { index, field, message } of doublesOf(rows))
		context.addIssue({ code: 'custom', path: [index, field], message });
});

interface Double {
	/** The place of the later row. */
	index: number;
	field: 'key' | NameField;
	message: string;
}

/** Rows that an earlier row forbids, with what each says: the same key, or the same name at the service. */
export function doublesOf(rows: readonly WantedRow[]): Double[] {
	const keys = new Map<string, number>();
	const names = new Map<string, number>();
	return rows.flatMap((row, index): Double[] => {
		const nameField = NAME_FIELDS[row.type];
		const name = itemKey(row.type, nameOf(row));
		const ofKey = keys.get(keyOf(row));
		const ofName = names.get(name);
		if (ofKey === undefined) keys.set(keyOf(row), index);
		if (ofName === undefined) names.set(name, index);
		if (ofName !== undefined)
			return [{ index, field: nameField, message: `is that of row ${ofName + 1} too; keep one of the two rows` }];
		if (ofKey !== undefined)
			return [{ index, field: 'key', message: `is that of row ${ofKey + 1} too; give each row its own key` }];
		return [];
	});
}
