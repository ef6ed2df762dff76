import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { ZipFile } from 'yazl';
import { runProgram } from '../program';
import { EXIT } from '../terminal';
import { digestsOf, writeArchive } from './archive';
import { MANIFEST } from './manifest';

const NOTHING = { files: [], configuration: false };
const HEAD = {
	format: 1,
	version: '0.1.0',
	savedAt: '2026-01-02T03:04:05.000Z',
	namespace: 'agent-knowledge',
	database: 'sqlite',
	encryptionKeys: ['first'],
};
/** Of an entry in the directory at the end of a zip: its signature, the place of its unpacked size, and of its name. */
const CENTRAL_SIGNATURE = 0x02014b50;
const CENTRAL_SIZE_AT = 24;
const CENTRAL_HEAD_BYTES = 46;
const BLOB = 'An encrypted blob, word for word.';
const FILES = ['blobs/uploads/one', 'temporal/temporal.db'];
const DATABASE = 'rows, '.repeat(100);

let folder: string;
/** A whole archive, without a configuration. */
let archive: Buffer;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-any-archive-'));
	const content = join(folder, 'content');
	await mkdir(join(content, 'blobs', 'uploads'), { recursive: true });
	await mkdir(join(content, 'temporal'));
	await writeFile(join(content, 'blobs', 'uploads', 'one'), BLOB);
	await writeFile(join(content, 'temporal', 'temporal.db'), DATABASE);
	const manifest = Buffer.from(JSON.stringify({ ...HEAD, configuration: false, files: await digestsOf(content) }));
	await writeArchive(join(folder, 'whole.zip'), { folder: content, manifest, configuration: null });
	archive = await readFile(join(folder, 'whole.zip'));
	await rm(content, { recursive: true });
});
afterAll(() => rm(folder, { recursive: true }));

/** Restores an archive. A refusal is one sentence that names it, and leaves nothing behind. */
async function restored(bytes: Buffer): Promise<boolean> {
	const [file, into] = [join(folder, 'any.zip'), join(folder, 'into')];
	await writeFile(file, bytes);
	const notes: string[] = [];
	const terminal = { result: () => undefined, note: (text: string) => void notes.push(text) };
	const code = await runProgram(['node', 'agent-knowledge', 'restore', file, '--into', into], {
		...terminal,
		interactive: false,
		screen: null,
		env: {},
		cwd: folder,
	});
	const isDone = code === EXIT.done;
	const left = (await readdir(folder)).toSorted();
	const contents = isDone ? await Promise.all(FILES.map((path) => readFile(join(into, path), 'utf8'))) : [];
	await rm(into, { recursive: true, force: true });
	expect(contents).toEqual(isDone ? [BLOB, DATABASE] : []);
	expect(left).toEqual(['any.zip', ...(isDone ? ['into'] : []), 'whole.zip']);
	expect(isDone ? [EXIT.done] : [EXIT.badUsage, EXIT.failed]).toContain(code);
	expect(notes.join('\n')).toMatch(
		isDone ? /^$/ : /^(?=.*(any\.zip|^This backup|^The configuration)).*(Use |Name |Omit )/s,
	);
	return isDone;
}

/** A zip whose entries need not fit to each other. */
async function zipOf(entries: ReadonlyArray<readonly [name: string, content: Buffer]>): Promise<Buffer> {
	const zip = new ZipFile();
	for (const [name, content] of entries) zip.addBuffer(content, name);
	zip.end();
	return buffer(zip.outputStream);
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

it('an archive with other bytes anywhere restores the same, or is refused by a sentence, and nothing is left', async () => {
	expect(await restored(archive)).toBe(true);
	const edits = fc.array(fc.tuple(fc.nat(archive.length - 1), fc.integer({ min: 1, max: 255 })), {
		minLength: 1,
		maxLength: 4,
	});
	await fc.assert(
		fc.asyncProperty(edits, async (all) => {
			const bytes = Buffer.from(archive);
			for (const [at, by] of all) bytes[at] = (bytes[at] ?? 0) ^ by;
			await restored(bytes);
		}),
		{ numRuns: 60 },
	);
});

it('a part of an archive is refused by a sentence, and nothing is left', async () => {
	await fc.assert(
		fc.asyncProperty(fc.nat(archive.length - 1), fc.boolean(), async (at, fromStart) => {
			const part = fromStart ? archive.subarray(0, at) : archive.subarray(at + 1);
			expect(await restored(part)).toBe(false);
		}),
		{ numRuns: 60 },
	);
});

it('a manifest of any content is refused by a sentence, and nothing is left', async () => {
	const path = fc.oneof(
		fc.constantFrom('blobs/../../x', '/etc/passwd', 'blobs//x', 'blobs/.x', 'blobs/x\0', 'temporal/x', 'blobs\\x', ''),
		fc.string(),
	);
	const file = fc.record({
		path,
		bytes: fc.oneof(fc.nat(), fc.constantFrom<unknown>(-1, Number.POSITIVE_INFINITY, '1')),
		sha256: fc.constantFrom('', sha256(Buffer.from(BLOB)), 'z'.repeat(64)),
	});
	const field = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.array(file, { maxLength: 3 }));
	const name = fc.constantFrom(...Object.keys({ ...HEAD, ...NOTHING }), '__proto__');
	const edits = fc.array(fc.tuple(name, field), { minLength: 1, maxLength: 3 });
	await fc.assert(
		fc.asyncProperty(edits, fc.string(), async (all, other) => {
			const manifest = JSON.stringify({ ...HEAD, ...NOTHING, ...Object.fromEntries(all) });
			const entries = [[MANIFEST, Buffer.from(manifest)] as const, ['blobs/other', Buffer.from(other)] as const];
			expect(await restored(await zipOf(entries))).toBe(false);
		}),
		{ numRuns: 40 },
	);
});

it('a manifest or a file that claims to be larger than it may is refused before it is unpacked', async () => {
	for (const name of [MANIFEST, 'blobs/uploads/one']) {
		const bytes = Buffer.from(archive);
		const entry = bytes.lastIndexOf(name) - CENTRAL_HEAD_BYTES;
		expect(bytes.readUInt32LE(entry)).toBe(CENTRAL_SIGNATURE);
		bytes.writeUInt32LE(2 ** 29, entry + CENTRAL_SIZE_AT);
		expect(await restored(bytes)).toBe(false);
	}
});
