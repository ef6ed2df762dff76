import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, opendir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile as ReadZip } from 'yauzl';
import { ZipFile } from 'yazl';
import { CommandError, EXIT } from '../terminal';
import { CONFIGURATION, DATABASE_FOLDER, MANIFEST, type Manifest, manifestSchema, type SavedFile } from './manifest';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** All files below a folder, with their checksums. */
export async function digestsOf(folder: string): Promise<SavedFile[]> {
	const files: SavedFile[] = [];
	for await (const entry of await opendir(folder, { recursive: true })) {
		if (!entry.isFile()) continue;
		const file = join(entry.parentPath, entry.name);
		const hash = createHash('sha256');
		await pipeline(createReadStream(file), hash);
		const path = relative(folder, file).split(sep).join('/');
		files.push({ path, bytes: (await stat(file)).size, sha256: hash.digest('hex') });
	}
	return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Writes an archive, and flushes it to the disk.
 * @param folder with the files of the manifest
 * @param configuration encrypted; null: the backup has none
 */
export async function writeArchive(
	file: string,
	{ folder, manifest, configuration }: { folder: string; manifest: Buffer; configuration: Buffer | null },
): Promise<void> {
	const zip = new ZipFile();
	zip.addBuffer(manifest, MANIFEST);
	if (configuration !== null) zip.addBuffer(configuration, CONFIGURATION, { compress: false });
	const { files } = manifestSchema.parse(JSON.parse(manifest.toString()));
	// Encrypted blobs cannot be compressed.
	for (const { path } of files)
		zip.addFile(join(folder, path), path, { compress: path.startsWith(`${DATABASE_FOLDER}/`) });
	zip.end();
	const content = new Readable().wrap(zip.outputStream);
	zip.on('error', (error: Error) => content.destroy(error));
	await pipeline(content, createWriteStream(file, { flags: 'wx', mode: FILE_MODE }));
	const handle = await open(file, 'r');
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

/** An open archive, of which the manifest and the configuration are read. */
export interface OpenArchive {
	manifest: Manifest;
	manifestBytes: Buffer;
	configuration: Buffer | null;
	/** Unpacks every file of the manifest. @throws CommandError if one is missing or differs from its checksum */
	unpack: (folder: string) => Promise<void>;
	close: () => void;
}

/** @throws CommandError if it is not a complete archive */
export async function openArchive(file: string): Promise<OpenArchive> {
	const zip = await openZip(file);
	try {
		const entries = zip.eachEntry();
		const manifestBytes = await contentOf(zip, file, await nextOf(entries), MANIFEST);
		const manifest = parseManifest(file, manifestBytes);
		const configuration = manifest.configuration
			? await contentOf(zip, file, await nextOf(entries), CONFIGURATION)
			: null;
		return {
			...{ manifest, manifestBytes, configuration },
			unpack: (folder) => unpackAll(zip, entries, { file, folder, manifest }),
			close: () => {
				zip.close();
			},
		};
	} catch (error) {
		zip.close();
		throw error;
	}
}

async function openZip(file: string): Promise<ReadZip> {
	try {
		return await openPromise(file, { lazyEntries: true, autoClose: false });
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new CommandError(`${file} is not a complete backup (${reason}). Use another one.`, EXIT.badUsage);
	}
}

async function nextOf(entries: AsyncIterator<Entry, unknown>): Promise<Entry | undefined> {
	const { done, value } = await entries.next();
	return done === true ? undefined : value;
}

async function contentOf(zip: ReadZip, file: string, entry: Entry | undefined, name: string): Promise<Buffer> {
	if (entry?.fileName !== name)
		throw new CommandError(`${file} is not a backup: it has no ${name}. Name a file of this command.`, EXIT.badUsage);
	return buffer(await zip.openReadStreamPromise(entry));
}

function parseManifest(file: string, bytes: Buffer): Manifest {
	try {
		return manifestSchema.parse(JSON.parse(bytes.toString()));
	} catch {
		throw new CommandError(
			`The manifest of ${file} cannot be read. Use the version of agent-knowledge that made the backup, or a newer one.`,
			EXIT.badUsage,
		);
	}
}

async function unpackAll(
	zip: ReadZip,
	entries: AsyncIterable<Entry>,
	{ file, folder, manifest }: { file: string; folder: string; manifest: Manifest },
): Promise<void> {
	const missing = new Map(manifest.files.map((saved) => [saved.path, saved]));
	for await (const entry of entries) {
		const saved = missing.get(entry.fileName);
		if (saved === undefined) throw damaged(file, entry.fileName);
		await unpackOne(zip, entry, { file, folder, saved });
		missing.delete(entry.fileName);
	}
	const [first] = missing.keys();
	if (first !== undefined) throw damaged(file, first);
}

async function unpackOne(
	zip: ReadZip,
	entry: Entry,
	{ file, folder, saved }: { file: string; folder: string; saved: SavedFile },
): Promise<void> {
	const target = join(folder, saved.path);
	await mkdir(dirname(target), { recursive: true, mode: FOLDER_MODE });
	const hash = createHash('sha256');
	const measure = new Transform({
		transform(part: Buffer, _encoding, done) {
			hash.update(part);
			done(null, part);
		},
	});
	try {
		const content = await zip.openReadStreamPromise(entry);
		await pipeline(content, measure, createWriteStream(target, { flags: 'wx', mode: FILE_MODE }));
	} catch (error) {
		// A full disk is no fault of the archive.
		if (error instanceof Error && 'syscall' in error) throw error;
		throw damaged(file, saved.path);
	}
	if (hash.digest('hex') !== saved.sha256) throw damaged(file, saved.path);
}

function damaged(file: string, path: string): CommandError {
	return new CommandError(
		`${file} is damaged: ${path} is missing, or differs from the manifest. Nothing was restored. Use another backup.`,
		EXIT.failed,
	);
}
