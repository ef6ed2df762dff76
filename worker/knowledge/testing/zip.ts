import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** An archive of these files. */
export async function zipOf(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
	const zip = new ZipFile();
	for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
	zip.end();
	const content = new PassThrough();
	zip.outputStream.pipe(content);
	return buffer(content);
}

/** Writes a file into a new folder. @returns its path */
export async function writtenFile(content: Uint8Array, name = 'set.zip'): Promise<string> {
	const path = join(await mkdtemp(join(tmpdir(), 'knowledge-')), name);
	await writeFile(path, content);
	return path;
}

/** The bytes with another text of the same length, wherever it stands. */
export function replaced(bytes: Buffer, text: string | Buffer, by: string | Buffer): Buffer {
	const [from, to] = [Buffer.from(text), Buffer.from(by)];
	if (from.length !== to.length) throw new Error('Both texts need the same length.');
	const result = Buffer.from(bytes);
	for (let at = result.indexOf(from); at !== -1; at = result.indexOf(from, at + 1)) to.copy(result, at);
	return result;
}
