import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace-root.mjs';
import { runCommand } from '../../processes/run-command.mjs';

let clone: string;
beforeAll(async () => {
	clone = await mkdtemp(join(tmpdir(), 'ak-clone-'));
	for (const name of ['scripts', 'package.json', 'repository.json'])
		await cp(join(workspaceRoot, name), join(clone, name), { recursive: true });
});
afterAll(() => rm(clone, { recursive: true }));

const run = (script: string, ...args: string[]) => runCommand(process.execPath, [join(clone, script), ...args]);

/** Node loads all that a script imports, at the top of any of its files, before it runs the first line. */
describe('in a clone without packages', () => {
	it('npm start begins', async () => {
		expect(await run('scripts/start.mjs', '--help')).toContain('npm start');
	});

	it('npm test begins', async () => {
		await expect(run('scripts/test/test.mjs', 'no-such-suite')).rejects.toThrow('There is no suite "no-such-suite"');
	});
});
