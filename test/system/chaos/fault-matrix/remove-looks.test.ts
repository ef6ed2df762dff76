import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceRoot } from '../../../../scripts/build/workspace-root.mjs';
import { removeLooks } from './remove-looks';

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'ak-looks-'));
	await cp(join(workspaceRoot, 'workflows'), folder, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

it("finds every look in today's workflows, once, so that the matrix can be shown to fail", async () => {
	await removeLooks(folder);
	expect(await readFile(join(folder, 'add-sources/find-sources.ts'), 'utf8')).toContain('index < 0 ?');
	await expect(removeLooks(folder)).rejects.toThrow('does not look where it did');
});
