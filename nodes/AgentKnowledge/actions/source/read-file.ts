import { NodeOperationError } from 'n8n-workflow';
import { limits, uploadTypes } from '../../generated/operations';
import type { ItemRun } from '../operation';

export interface InputFile {
	name: string;
	mediaType: string;
	content: Buffer;
}

/**
 * Reads the file of the input item. Checks its type and size (specification, parts 4 and 8) before anything is sent.
 * @throws NodeOperationError that names the field, the file's size or type, and what is allowed
 */
export async function readFile(run: ItemRun, field: string): Promise<InputFile> {
	const file = describeFile(run, field);
	const content = await run.context.helpers.getBinaryDataBuffer(run.itemIndex, field);
	file.assertSize(content.length);
	return { name: file.name, mediaType: file.mediaType, content };
}

/**
 * What n8n recorded of the file, so that a large file is not read into memory first. Older versions record no size.
 * @throws NodeOperationError as `readFile` does
 */
export function describeFile({ context, itemIndex }: ItemRun, field: string) {
	const binary = context.helpers.assertBinaryData(itemIndex, field);
	const refuse = (message: string, description: string) =>
		new NodeOperationError(context.getNode(), message, { itemIndex, description });
	const named = binary.fileName ?? 'file';
	const type = typeOf(named, binary.mimeType);
	if (type === undefined) {
		const accepted = Object.keys(uploadTypes).join(', ').toUpperCase();
		throw refuse(
			`The file "${named}" in the field "${field}" has a type that the service does not accept`,
			`Its type is ${binary.mimeType}. Accepted: ${accepted}.`,
		);
	}
	const assertSize = (bytes: number) => {
		if (bytes <= limits.fileBytes) return;
		throw refuse(
			`The file "${named}" in the field "${field}" is too big`,
			`It has ${bytes} bytes; a file may have at most ${limits.fileBytes} (10 MB).`,
		);
	};
	assertSize(binary.bytes ?? 0);
	const name = extensionOf(named) === undefined ? `${named}.${type.extension}` : named;
	return { name, mediaType: type.mediaType, assertSize };
}

/** By the extension, which people see. If the name has none, by the media type. */
function typeOf(name: string, mimeType: string): { extension: string; mediaType: string } | undefined {
	const extension = extensionOf(name);
	const types = Object.entries(uploadTypes);
	const found =
		extension === undefined
			? types.find(([, mediaTypes]) => mediaTypes.some((one) => one === mimeType))
			: types.find(([one]) => one === extension);
	if (found?.[1][0] === undefined) return undefined;
	return { extension: found[0], mediaType: found[1][0] };
}

function extensionOf(name: string): string | undefined {
	return /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase();
}
