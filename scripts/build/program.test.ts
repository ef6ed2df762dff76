import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { workspaceRoot } from './workspace-root.mjs';

const run = promisify(execFile);
const PROGRAM = join(workspaceRoot, 'worker/dist/cli.js');
/** Runs a command of the built program, and prints which packages it has loaded. */
const LOADED = `
	process.on('exit', () => {
		const files = Object.keys(require.cache).join('\\n');
		console.log([...new Set(files.match(/(?<=node_modules\\/)(@[^/]+\\/)?[^/]+/g))].join(' '));
	});
	require(${JSON.stringify(PROGRAM)});`;

async function packagesOf(...command: string[]): Promise<string[]> {
	const { stdout } = await run(process.execPath, ['--eval', LOADED, '--', PROGRAM, ...command]);
	return stdout.trim().split('\n').at(-1)?.split(' ') ?? [];
}

describe('a built program', () => {
	it('loads no package that its command does not use', async () => {
		const loaded = await packagesOf('--version');
		expect(loaded).toContain('commander');
		for (const unused of ['@temporalio/client', '@temporalio/worker', '@aws-sdk/client-s3', 'undici', 'axios', 'pg'])
			expect(loaded).not.toContain(unused);
	});
});
