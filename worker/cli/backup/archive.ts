import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, opendir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile as ReadZip } from 'yauzl';
import { ZipFile } from 'yazl';
import { DigestStream } from '../../storage/blobs';
import { CommandError, EXIT } from '../terminal';
import { CONFIGURATION, DATABASE_FOLDER, MANIFEST, type Manifest, manifestSchema, type SavedFile } from './manifest';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
/** Larger than the manifest of a million files. Nobody's archive may fill the memory. */
const LARGEST_IN_MEMORY = 2 ** 28;

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
	unpack(folder: string): Promise<void>;
	close(): void;
}

/** @throws CommandError if it is not a complete archive */
export async function openArchive(file: string): Promise<OpenArchive> {
	const zip = await openZip(file);
	try {
		const entries = zip.eachEntry();
		const manifestBytes = await contentOf(zip, file, await nextOf(file, entries), MANIFEST);
		const manifest = parseManifest(file, manifestBytes);
		const configuration = manifest.configuration
			? await contentOf(zip, file, await nextOf(file, entries), CONFIGURATION)
			: null;
		return {
			manifest,
			manifestBytes,
			configuration,
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
		throw incomplete(file, error);
	}
}

/** The next file, in the order in which they were saved. */
async function nextOf(file: string, entries: AsyncIterator<Entry, unknown>): Promise<Entry | undefined> {
	try {
		const next = await entries.next();
		return next.done === true ? undefined : next.value;
	} catch (error) {
		throw incomplete(file, error);
	}
}

async function contentOf(zip: ReadZip, file: string, entry: Entry | undefined, name: string): Promise<Buffer> {
	if (entry?.fileName !== name)
		throw new CommandError(`${file} is not a backup: it has no ${name}. Name a file of this command.`, EXIT.badUsage);
	if (entry.uncompressedSize > LARGEST_IN_MEMORY) throw incomplete(file, `its ${name} is too large`);
	try {
		return await buffer(await zip.openReadStreamPromise(entry));
	} catch (error) {
		throw incomplete(file, error);
	}
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
	entries: AsyncIterator<Entry, unknown>,
	{ file, folder, manifest }: { file: string; folder: string; manifest: Manifest },
): Promise<void> {
	const missing = new Map(manifest.files.map((saved) => [saved.path, saved]));
	for (let entry = await nextOf(file, entries); entry !== undefined; entry = await nextOf(file, entries)) {
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
	if (entry.uncompressedSize !== saved.bytes) throw damaged(file, saved.path);
	const target = join(folder, saved.path);
	await mkdir(dirname(target), { recursive: true, mode: FOLDER_MODE });
	const measure = new DigestStream();
	try {
		const content = await zip.openReadStreamPromise(entry);
		await pipeline(content, measure, createWriteStream(target, { flags: 'wx', mode: FILE_MODE }));
	} catch (error) {
		// A full disk is no fault of the archive.
		if (error instanceof Error && 'syscall' in error) throw error;
		throw damaged(file, saved.path);
	}
	if (measure.sha256() !== saved.sha256) throw damaged(file, saved.path);
}

function incomplete(file: string, error: unknown): CommandError {
	const reason = error instanceof Error ? error.message : String(error);
	return new CommandError(`${file} is not a complete backup (${reason}). Use another one.`, EXIT.badUsage);
}

function damaged(file: string, path: string): CommandError {
	return new CommandError(
		`${file} is damaged: ${path} is missing, or differs from the manifest. Nothing was restored. Use another backup.`,
		EXIT.failed,
	);
}
