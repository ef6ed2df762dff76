import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Payload } from '@temporalio/common';
import { Keyring } from '../../../../worker/temporal';
import { EncryptionCodec } from '../../../../worker/temporal/payload-codec';
import type { Platform } from '../../../support/temporal/start-platform';
import { eventually, isThere } from '../../../support/time/eventually';

/**
 * Every history of a platform as one text, with each payload decrypted: histories as JSON show payloads as base64, so all
 * that looks like one is tried.
 */
export async function historiesOf({ client, secret }: Pick<Platform, 'client' | 'secret'>): Promise<string> {
	const codec = new EncryptionCodec(new Keyring({ keys: [{ id: 'k1', secret }], current: 'k1' }));
	const texts: string[] = [];
	for await (const { workflowId, runId } of client.workflow.list()) {
		const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
		texts.push(workflowId, ...(await textsOf(codec, history)));
	}
	return texts.join('\n').toLowerCase();
}

async function textsOf(codec: EncryptionCodec, value: unknown): Promise<string[]> {
	if (typeof value === 'string') return [value];
	if (value instanceof Uint8Array) return [Buffer.from(value).toString('latin1')];
	if (typeof value !== 'object' || value === null) return [];
	const texts: string[] = [];
	if ('metadata' in value && 'data' in value) {
		const [clear] = await codec.decode([value as Payload]);
		texts.push(Buffer.from(clear?.data ?? []).toString('utf8'));
	}
	for (const part of Object.values(value)) texts.push(...(await textsOf(codec, part)));
	return texts;
}

/** Names and bytes of everything in a folder, as one text. */
export function filesIn(folder: string): Promise<string> {
	return eventually(
		() => readAll(folder),
		isThere,
		'a worker renames a file between the look at its folder and its read',
	);
}

async function readAll(folder: string): Promise<string> {
	const names = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = names.filter((each) => each.isFile()).map((each) => path.join(each.parentPath, each.name));
	const contents = await Promise.all(
		files.map(async (file) => `${file}\n${(await readFile(file)).toString('latin1')}`),
	);
	return contents.join('\n').toLowerCase();
}
