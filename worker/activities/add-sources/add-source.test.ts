import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createClient } from '../../../api';
import { failedCall } from '../../../test/support/api/failed-call';
import type { SourceInput } from '../../../workflows/add-sources/contract';
import { blobsSchema } from '../../storage/settings';
import { openBlobs, uploadKey } from '../../storage/blobs';
import { addSource, answerOf } from './add-source';

describe('answerOf', () => {
	it.each([
		['the rate limit', { status: 429, outcome: 'refused', retryAfterMs: 7_000 }, 'not-sent'],
		['a key that is to be replaced', { status: 401, outcome: 'refused' }, 'not-sent'],
		['no connection', { type: 'connection_refused', outcome: 'refused' }, 'not-sent'],
		['an active run', { status: 409, outcome: 'refused' }, 'conflict'],
		['a timeout', { type: 'timeout' }, 'ambiguous'],
		['a server error', { status: 502 }, 'ambiguous'],
		['an answer without the id', { status: 201, type: 'unreadable_reply' }, 'ambiguous'],
		["the plan's limit", { status: 403, type: 'training_limit_exceeded', outcome: 'refused' }, 'limit'],
		['a page that is not public', { status: 400, outcome: 'refused' }, 'refused'],
		['a file that is too large', { status: 413, outcome: 'refused' }, 'refused'],
		['what the client itself refuses', { type: 'invalid_input', outcome: 'refused' }, 'refused'],
	] as const)('takes %s', (_what, fields, outcome) => {
		expect(answerOf(failedCall(fields)).outcome).toBe(outcome);
	});

	it.each([
		[403, 'insufficient_scope'],
		[404, 'not_found'],
	])('ends the task at %i %s, which the next source would meet too', (status, type) => {
		expect(() => answerOf(failedCall({ status, type, outcome: 'refused' }))).toThrow(type);
	});
});

const blob = `sha256:${'0'.repeat(64)}`;
const blobs: SourceInput[] = [
	{ type: 'file', filename: 'a.txt', blob },
	{ type: 'text', title: 'A', blob },
];

describe('a source with a blob', () => {
	let directory = '';
	beforeEach(async () => {
		directory = await mkdtemp(join(tmpdir(), 'agent-knowledge-blobs-'));
		await mkdir(join(directory, 'uploads'));
	});
	afterEach(() => rm(directory, { recursive: true }));

	it('closes a file that it could not send', async () => {
		await writeFile(join(directory, uploadKey(blob)), 'text');
		const stored = openBlobs(blobsSchema.parse({ directory }));
		const opened: Readable[] = [];
		const open = stored.store.open.bind(stored.store);
		vi.spyOn(stored.store, 'open').mockImplementation(async (key) => {
			const found = await open(key);
			if (found !== null) opened.push(found.content);
			return found;
		});
		const paused = failedCall({ type: 'connection_paused', status: 429, outcome: 'refused', request: 'not sent' });
		const api = { call: () => Promise.reject(paused) };
		expect(await addSource(api, stored, 'a', { type: 'file', filename: 'a.txt', blob })).toMatchObject({
			outcome: 'not-sent',
		});
		expect(opened.map(({ destroyed }) => destroyed)).toEqual([true]);
	});

	/** At an address where a request would be an answer without a connection, which is tried again sooner. */
	function add(source: SourceInput) {
		const api = createClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'none' });
		return addSource(api, openBlobs(blobsSchema.parse({ directory })), 'a', source);
	}

	it.each(blobs)('is not sent, and is tried again, as long as the store fails: %o', async (source) => {
		const file = join(directory, uploadKey(blob));
		await symlink(file, file);
		expect(await add(source)).toMatchObject({
			outcome: 'not-sent',
			error: { type: 'blob_away', detail: expect.stringContaining('ELOOP') as string },
			retryAfterMs: 30_000,
		});
	});

	it('is not sent when only reading it fails', async () => {
		await mkdir(join(directory, uploadKey(blob)));
		expect(await add({ type: 'text', title: 'A', blob })).toMatchObject({ outcome: 'not-sent' });
	});

	it.each(blobs)('is refused once it is gone: %o', async (source) => {
		expect(await add(source)).toMatchObject({ outcome: 'refused', error: { type: 'blob_gone' } });
	});

	it('is refused if the text is in another encoding, which the agent would learn with wrong letters', async () => {
		await writeFile(join(directory, uploadKey(blob)), Buffer.from('Gr\xf6\xdfe der sch\xf6nen St\xfchle', 'latin1'));
		expect(await add({ type: 'text', title: 'A', blob })).toMatchObject({
			outcome: 'refused',
			error: { type: 'not_text', detail: expect.stringContaining('is not UTF-8') as string },
		});
	});
});
