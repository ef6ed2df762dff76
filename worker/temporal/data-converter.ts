import { existsSync } from 'node:fs';
import path from 'node:path';
import type { DataConverter } from '@temporalio/common';
import type { Keyring } from './keyring';
import { type CodecOptions, EncryptionCodec } from './payload-codec';

/** Beside the built program, or in the sources. */
const FAILURE_CONVERTER = ['failure-converter.js', '../../workflows/failure-converter.ts'];

/** The converter that every client and worker of the project uses: encrypted payloads, also inside failures. */
export function encryptedConverter(keyring: Keyring, options: CodecOptions = {}): DataConverter {
	return { payloadCodecs: [new EncryptionCodec(keyring, options)], failureConverterPath: failureConverterPath() };
}

/** The SDK loads it by path, here and into the workflows' bundle. */
export function failureConverterPath(): string {
	const found = FAILURE_CONVERTER.map((file) => path.join(__dirname, file)).find((file) => existsSync(file));
	if (found === undefined) throw new Error('worker/dist/failure-converter.js is missing. Run: npm run build');
	return found;
}
