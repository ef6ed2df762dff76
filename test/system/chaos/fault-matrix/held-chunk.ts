import { execFile } from 'node:child_process';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasCode } from '../../../../scripts/readable-error.mjs';
import { chunksOf } from '../../../../worker/storage/blobs';

const run = promisify(execFile);

/** The making of an export's file, held. */
export interface HeldFile {
	release(): Promise<void>;
}

/**
 * Holds the making of an export's file in a folder: one of its chunks becomes a pipe that nobody writes to, so that whoever opens it
 * waits. Released, it is the chunk again, also for those who wait.
 */
export class HeldChunk implements HeldFile {
	private constructor(
		private readonly chunk: string,
		private readonly aside: string,
	) {}

	/** @returns null when there is no chunk yet. @param blobs the workers' folder @param kind of the chunk; default: any */
	static async hold(blobs: string, taskId: string, aside: string, kind?: string): Promise<HeldChunk | null> {
		const folder = join(blobs, chunksOf(taskId));
		const names = await readdir(folder).catch(() => []);
		const name = names.find((each) => kind === undefined || each.includes(`.${kind}.`));
		if (name === undefined) return null;
		const chunk = join(folder, name);
		const pipe = `${aside}.pipe`;
		await run('mkfifo', [pipe]);
		await rename(chunk, aside);
		await rename(pipe, chunk);
		return new HeldChunk(chunk, aside);
	}

	async release(): Promise<void> {
		const content = await readFile(this.aside);
		const pipe = openForReader(this.chunk);
		await rename(this.aside, this.chunk);
		if (pipe === null) return;
		writeSync(pipe, content);
		closeSync(pipe);
	}
}

/** Null when nobody waits at the other end. */
function openForReader(pipe: string): number | null {
	try {
		return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
	} catch (error) {
		if (hasCode(error, 'ENXIO')) return null;
		throw error;
	}
}
