import { chmod, mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { now } from '../../../test/support/time/moments';
import { makePrivateFolder, newDraft, removeDrafts, temporaryDrafts } from './drafts';

let folder: string;
beforeEach(async () => {
	folder = join(await mkdtemp(join(tmpdir(), 'agent-knowledge-drafts-test-')), 'drafts');
});
afterEach(() => rm(join(folder, '..'), { recursive: true }));

describe('a folder of drafts', () => {
	it('and what is in it can be read by their owner alone', async () => {
		for (let time = 0; time < 2; time += 1) await makePrivateFolder(folder);
		expect((await stat(folder)).mode & 0o777).toBe(0o700);
		expect((await stat(await newDraft(folder))).mode & 0o777).toBe(0o600);
	});

	it('is refused where others may read it', async () => {
		await mkdir(folder);
		await chmod(folder, 0o755);
		await expect(makePrivateFolder(folder)).rejects.toThrow('nobody else may read');
	});

	it('is refused where it leads elsewhere', async () => {
		await mkdir(`${folder}-elsewhere`, { mode: 0o700 });
		await symlink(`${folder}-elsewhere`, folder);
		await expect(makePrivateFolder(folder)).rejects.toThrow('must belong to');
	});

	it('has nothing to remove before it is made', async () => {
		expect(await removeDrafts(folder, now())).toBe(0);
	});

	it('is the same one for every process of a user', () => {
		expect(temporaryDrafts()).toBe(temporaryDrafts());
		expect(temporaryDrafts()).toContain('agent-knowledge-drafts');
	});
});
