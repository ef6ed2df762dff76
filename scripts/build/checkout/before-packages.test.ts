import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { workspaceRoot } from '../workspace-root.mjs';
import { runCommand } from '../../processes/run-command.mjs';

let clone: string;
beforeAll(async () => {
	clone = await mkdtemp(join(tmpdir(), 'ak-clone-'));
	for (const name of ['scripts', 'docs', 'package.json', 'package-lock.json', 'repository.json'])
		await cp(join(workspaceRoot, name), join(clone, name), { recursive: true });
});
afterAll(() => rm(clone, { recursive: true }));

const run = (script: string, ...args: string[]) => runCommand(process.execPath, [join(clone, script), ...args]);

/** Serves the start page, and asks it for a page of the docs each time when a line comes in. */
const PAGE_OF_DOCS = `
	import { createInterface } from 'node:readline';
	import { serveStartPage } from './scripts/start/page/serve-page.mjs';
	const page = await serveStartPage({ port: 0, key: 'k' });
	for await (const _line of createInterface(process.stdin)) {
		const { status } = await fetch(page.url + '/docs/pages');
		console.log(status);
	}
	await page.close();
`;

/** Node loads all that a script imports, at the top of any of its files, before it runs the first line. */
describe('in a clone without packages', () => {
	it('npm start begins', async () => {
		expect(await run('scripts/start.mjs', '--help')).toContain('npm start');
	});

	it('npm test begins', async () => {
		await expect(run('scripts/test/test.mjs', 'no-such-suite')).rejects.toThrow('There is no suite "no-such-suite"');
	});

	it('the start page asks for patience, and shows the docs once the packages are there', async () => {
		const server = spawn(process.execPath, ['--input-type=module', '--eval', PAGE_OF_DOCS], {
			cwd: clone,
			stdio: ['pipe', 'pipe', 'inherit'],
		});
		const lines = createInterface(server.stdout);
		const asked = async () => {
			server.stdin.write('ask\n');
			const [status] = (await once(lines, 'line')) as [string];
			return status;
		};
		expect(await asked()).toBe('503');
		await symlink(join(workspaceRoot, 'node_modules'), join(clone, 'node_modules'));
		expect(await asked()).toBe('200');
		server.stdin.end();
		await once(server, 'exit');
	});
});
