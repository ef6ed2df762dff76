import { createHash } from 'crypto';
import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { type StoredBlob, sendBlob } from '../../gateway/files';
import type { Field, FieldReader } from './field-reader';

/** The service's limit. Bytes. */
const LARGEST_FILE = 10 * 1024 * 1024;
const ALL_FIELDS = '*';

/** A file of an input item's binary data. */
export interface FileToSend {
	/** The field of the binary data. */
	field: string;
	filename: string;
}

/**
 * The files that a field of the node names, separated by commas, or all.
 * @throws NodeOperationError if the item has no such file, or the file has no name or is too large
 */
export function readFiles(read: FieldReader, field: Field): FileToSend[] {
	const { context, itemIndex } = read;
	const named = read.list(field);
	const all = Object.keys(context.getInputData()[itemIndex]?.binary ?? {});
	return (named.includes(ALL_FIELDS) ? all : named).map((name) => {
		const { fileName = '', bytes } = context.helpers.assertBinaryData(itemIndex, name);
		if (fileName === '') throw problem(read, `The file in "${name}" has no name`);
		if (bytes !== undefined && bytes > LARGEST_FILE)
			throw problem(read, `The file "${fileName}" has ${bytes} bytes. At most ${LARGEST_FILE} are allowed`);
		return { field: name, filename: fileName };
	});
}

/** How the source of a file refers to its content: `sha256:<hash>`. */
export type BlobOf = (context: IExecuteFunctions, field: string, itemIndex: number) => Promise<string>;

/** The sources that name files in an input, one file after the other. */
export async function sourcesOf(
	context: IExecuteFunctions,
	files: readonly FileToSend[],
	itemIndex: number,
	blobOf: BlobOf,
): Promise<IDataObject[]> {
	const sources: IDataObject[] = [];
	for (const { field, filename } of files) {
		sources.push({ type: 'file', filename, blob: await blobOf(context, field, itemIndex) });
	}
	return sources;
}

/** Sends the file to the gateway. */
export const sentBlob: BlobOf = async (context, field, itemIndex) => {
	const { blob } = await uploadField(context, field, itemIndex);
	return blob;
};

/** What sending the file would give. The gateway gets nothing: it refers to a file by its hash. */
export const hashedBlob: BlobOf = async (context, field, itemIndex) => {
	const hash = createHash('sha256');
	const content = await openFile(context, field, itemIndex);
	for await (const chunk of Buffer.isBuffer(content) ? [content] : content) hash.update(chunk as Buffer);
	return `sha256:${hash.digest('hex')}`;
};

/** Sends the file in one binary field of the item to the gateway. */
export async function uploadField(context: IExecuteFunctions, field: string, itemIndex: number): Promise<StoredBlob> {
	return await sendBlob(context, async () => await openFile(context, field, itemIndex), itemIndex);
}

/** As a stream, if n8n keeps binary data outside its memory. */
async function openFile(context: IExecuteFunctions, field: string, itemIndex: number) {
	const { id } = context.helpers.assertBinaryData(itemIndex, field);
	if (id !== undefined) return await context.helpers.getBinaryStream(id);
	return await context.helpers.getBinaryDataBuffer(itemIndex, field);
}

function problem({ context, itemIndex }: FieldReader, message: string): NodeOperationError {
	return new NodeOperationError(context.getNode(), message, {
		itemIndex,
		description: 'Correct the binary data of the item, or the field with its name. Nothing was sent for this item.',
	});
}
