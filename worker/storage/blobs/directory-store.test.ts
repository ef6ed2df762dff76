import { mkdtempSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DirectoryStore } from './directory-store';
import { describeBlobStore } from './testing/blob-store-rules';

const folder = mkdtempSync(join(tmpdir(), 'agent-knowledge-blobs-'));
const root = join(folder, 'made', 'when', 'needed');
afterAll(() => rm(folder, { recursive: true }));

describe('blobs in a folder', () => {
	describeBlobStore(() => new DirectoryStore(root));

	it('can be read by their owner alone', async () => {
		await new DirectoryStore(root).write('files/task/private', Buffer.from('x'));
		expect((await stat(join(root, 'files', 'task', 'private'))).mode & 0o777).toBe(0o600);
		expect((await stat(join(root, 'files'))).mode & 0o777).toBe(0o700);
	});

	it('leave no draft behind', async () => {
		expect(await readdir(join(root, 'drafts'))).toEqual([]);
	});
});
