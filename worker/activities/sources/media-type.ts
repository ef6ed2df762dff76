import { extname } from 'node:path';
import { UPLOAD_TYPES } from '../../../api';

const BY_EXTENSION: Readonly<Record<string, readonly string[]>> = UPLOAD_TYPES;

/** Whether the service takes files of this name (specification, part 4). */
export function isUploadable(filename: string): boolean {
	return Object.hasOwn(BY_EXTENSION, extensionOf(filename));
}

export function mediaTypeOf(filename: string): string {
	return BY_EXTENSION[extensionOf(filename)]?.[0] ?? 'application/octet-stream';
}

function extensionOf(filename: string): string {
	return extname(filename).slice(1).toLowerCase();
}
