import { NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { sendBlob } from '../../gateway/files';
import type { FileToSend, TaskToStart } from '../../gateway/tasks';
import { readList } from './read-fields';

/** The service takes no larger ones. Bytes. */
const LARGEST_FILE = 10 * 1024 * 1024;
const ALL_FIELDS = '*';

/**
 * The files that a field of the node names, with commas between them, or all.
 * @throws NodeOperationError when the item has no such file, it has no name, or it is too large
 */
export function readFiles(
	context: IExecuteFunctions,
	field: Pick<INodeProperties, 'displayName' | 'name'>,
	itemIndex: number,
): FileToSend[] {
	const named = readList(context, field, itemIndex);
	const all = Object.keys(context.getInputData()[itemIndex]?.binary ?? {});
	return (named.includes(ALL_FIELDS) ? all : named).map((name) => {
		const { fileName = '', bytes } = context.helpers.assertBinaryData(itemIndex, name);
		if (fileName === '') throw problem(context, itemIndex, `The file in "${name}" has no name`);
		if (bytes !== undefined && bytes > LARGEST_FILE)
			throw problem(
				context,
				itemIndex,
				`The file "${fileName}" has ${bytes} bytes. At most ${LARGEST_FILE} are allowed`,
			);
		return { field: name, filename: fileName };
	});
}

/** Sends the task's files to the gateway, one after the other, and names them in its input. */
export async function withFilesSent(
	context: IExecuteFunctions,
	{ files = [], ...task }: TaskToStart,
	itemIndex: number,
): Promise<TaskToStart> {
	if (files.length === 0) return task;
	const sources = [];
	for (const { field, filename } of files) {
		const blob = await sendBlob(context, async () => await openFile(context, field, itemIndex), itemIndex);
		sources.push({ type: 'file', filename, blob });
	}
	const given = Array.isArray(task.input['sources']) ? (task.input['sources'] as unknown[]) : [];
	return { ...task, input: { ...task.input, sources: [...given, ...sources] } };
}

/** As a stream, where n8n keeps binary data outside of its memory. */
async function openFile(context: IExecuteFunctions, field: string, itemIndex: number) {
	const { id } = context.helpers.assertBinaryData(itemIndex, field);
	if (id !== undefined) return await context.helpers.getBinaryStream(id);
	return await context.helpers.getBinaryDataBuffer(itemIndex, field);
}

function problem(context: IExecuteFunctions, itemIndex: number, message: string): NodeOperationError {
	return new NodeOperationError(context.getNode(), message, {
		itemIndex,
		description: 'Correct the binary data of the item, or the field with its name. Nothing was sent for this item.',
	});
}
