import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../../api';
import type { SourceInput } from '../../../workflows/add-sources/contract';
import { openBlobs, uploadKey } from '../../storage/blobs';
import { blobsSchema } from '../../config/blobs-schema';
import { addSource } from './add-source';

const blob = `sha256:${'0'.repeat(64)}`;
const blobs: SourceInput[] = [
	{ type: 'file', filename: 'a.txt', blob },
	{ type: 'text', title: 'A', blob },
];

let directory = '';
beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), 'agent-knowledge-blobs-'));
	await mkdir(join(directory, 'uploads'));
});
afterEach(() => rm(directory, { recursive: true }));

/** At an address where a request would be an answer without a connection, which is tried again sooner. */
function add(source: SourceInput) {
	const api = createClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'none' });
	return addSource(api, openBlobs(blobsSchema.parse({ directory })), 'a', source);
}

describe('a source whose blob cannot be read', () => {
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
});
