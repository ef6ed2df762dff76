import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ago } from '../../test/support/time/moments';
import { blobsSchema } from '../storage/settings';
import { DirectoryStore } from '../storage/blobs/directory-store';
import { expireBlobs, keepExpiring } from '../storage/blobs/expire-blobs';
import { Metrics } from './metrics';

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-expiring-'));
});
afterEach(() => rm(folder, { recursive: true }));

const age = (file: string, days: number) => {
	const then = ago(days * 24 * 3_600_000);
	return utimes(join(folder, file), then, then);
};

/** Lets it run once. @returns what it logged, and what it counted */
async function expireOnce(root: string) {
	const metrics = new Metrics();
	const said = await new Promise<[level: string, fields: object]>((resolve) => {
		const log = {
			info: (fields: object) => {
				resolve(['info', fields]);
			},
			warn: (fields: object) => {
				resolve(['warn', fields]);
			},
		};
		const stop = keepExpiring({ store: new DirectoryStore(root), config: blobsSchema.parse({}) }, log, metrics);
		stop();
	});
	const values = async (name: string) => (await metrics.registry.getSingleMetric(name)?.get())?.values[0]?.value;
	return {
		said,
		expired: await values('agent_knowledge_blobs_expired_total'),
		failures: await values('agent_knowledge_blob_expiry_failures_total'),
	};
}

describe('a worker that starts', () => {
	it('removes what a killed one left, and old searches for a person, and counts them', async () => {
		const store = new DirectoryStore(folder);
		for (const key of ['persons/old', 'persons/new']) await store.write(key, Buffer.from('x'));
		await writeFile(join(folder, 'drafts', 'cut-off'), 'x');
		await age('drafts/cut-off', 2);
		await age('persons/old', 8);
		const { said, expired, failures } = await expireOnce(folder);
		expect([said, expired, failures]).toEqual([['info', { removed: 2 }], 2, 0]);
		expect(await readdir(join(folder, 'drafts'))).toEqual([]);
		expect(await readdir(join(folder, 'persons'))).toEqual(['new']);
	});

	it('removes pages that a sync left a day ago while it read their conversations', async () => {
		const store = new DirectoryStore(folder);
		for (const key of ['readings/old', 'readings/new']) await store.write(key, Buffer.from('x'));
		await age('readings/old', 1.1);
		await age('readings/new', 0.9);
		expect((await expireOnce(folder)).expired).toBe(1);
		expect(await readdir(join(folder, 'readings'))).toEqual(['new']);
	});

	it('removes what it can where the drafts are not its own, and says so', async () => {
		const store = new DirectoryStore(folder);
		store.removeDrafts = () => Promise.reject(new Error('The drafts are of another user.'));
		for (const key of ['persons/old', 'persons/new']) await store.write(key, Buffer.from('x'));
		await age('persons/old', 8);
		await expect(expireBlobs(store, blobsSchema.parse({}))).rejects.toThrow('The drafts are of another user.');
		expect(await readdir(join(folder, 'persons'))).toEqual(['new']);
	});

	it('says and counts that it could not', async () => {
		const file = join(folder, 'no-folder');
		await writeFile(file, '');
		const { said, failures } = await expireOnce(file);
		expect(said).toEqual(['warn', { err: expect.objectContaining({ code: 'ENOTDIR' }) as Error }]);
		expect(failures).toBe(1);
	});
});
