import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { TaskWithLinks } from '../gateway/schemas';
import { CommandError, EXIT } from './exit-codes';
import type { GatewayClient } from './gateway-client';

const withFileSchema = z.looseObject({
	file: z.object({ name: z.string(), bytes: z.number(), sha256: z.string(), link: z.string() }),
});

/** The owner alone: it holds personal data. */
const FILE_MODE = 0o600;

/**
 * Downloads the file of a task's result. It is there under its name only when it is whole and its checksum is right.
 * @param out where to; left out: its own name, in the folder of the process
 * @throws CommandError when the task has none, or it cannot be fetched or written
 */
export async function downloadFile(
	client: GatewayClient,
	task: TaskWithLinks,
	out?: string,
): Promise<{ path: string; bytes: number; sha256: string }> {
	if (task.status === 'running')
		throw new CommandError(
			`Task ${task.id} still runs; its file is there when it has completed. Wait for it with: agent-knowledge tasks watch ${task.id}`,
			EXIT.failed,
		);
	const file = withFileSchema.safeParse(task.result).data?.file;
	if (file === undefined)
		throw new CommandError(`Task ${task.id} has made no file that the gateway keeps.`, EXIT.failed);
	const path = out ?? basename(file.name);
	const draft = `${path}.${randomUUID()}.part`;
	const hash = createHash('sha256');
	const measure = new Transform({
		transform(part: Buffer, _encoding, done) {
			hash.update(part);
			done(null, part);
		},
	});
	try {
		await pipeline(client.download(file.link), measure, createWriteStream(draft, { mode: FILE_MODE }));
		if (hash.digest('hex') !== file.sha256) throw new Error('its checksum is wrong');
		await rename(draft, path);
		return { path, bytes: file.bytes, sha256: file.sha256 };
	} catch (error) {
		if (error instanceof CommandError) throw error;
		const why = error instanceof Error ? error.message : String(error);
		throw new CommandError(
			`${file.name} could not be downloaded to ${path}: ${why}. It is kept at the gateway under ${file.link}.`,
			EXIT.failed,
		);
	} finally {
		await rm(draft, { force: true });
	}
}
