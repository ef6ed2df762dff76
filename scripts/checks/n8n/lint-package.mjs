// @ts-check
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../../processes/run-command.mjs';

const TEMPLATE = 'node_modules/@n8n/node-cli/dist/template/templates/shared/default';

/**
 * Runs `n8n-node lint` in strict mode on a copy of the package's own sources: in place it would check every file of the
 * repository as part of the package.
 * @param {{ folder: string, tooling: string }} options the package's folder, and the tools'
 * @returns {Promise<void>}
 * @throws {import('../../readable-error.mjs').ReadableError} with what the lint printed
 */
export async function lintPackage({ folder, tooling }) {
	const staged = await mkdtemp(join(tooling, 'staged-'));
	try {
		await stage({ folder, tooling, staged });
		const bin = join(tooling, 'node_modules/@n8n/node-cli/bin/n8n-node.mjs');
		const env = { ...process.env, npm_config_offline: 'true' };
		await runCommand(process.execPath, [bin, 'lint'], {
			cwd: staged,
			env,
			whatToDo: 'Correct the problems that the linter lists.',
		});
	} finally {
		await rm(staged, { recursive: true, force: true });
	}
}

/** @param {{ folder: string, tooling: string, staged: string }} options */
async function stage({ folder, tooling, staged }) {
	const isOurs = (/** @type {string} */ path) => !path.endsWith('.test.ts');
	for (const part of ['nodes', 'credentials']) {
		await cp(join(folder, part), join(staged, part), { recursive: true, filter: isOurs });
	}
	const manifest = await readFile(join(folder, 'package.json'), 'utf8');
	await writeFile(join(staged, 'package.json'), manifest);
	await cp(join(tooling, TEMPLATE, 'eslint.config.mjs'), join(staged, 'eslint.config.mjs'));
	await writeFile(join(staged, 'tsconfig.json'), '{ "compilerOptions": { "module": "node16" } }\n');
	await mkdir(join(staged, 'node_modules'));
	await symlink(join(tooling, 'node_modules/.bin'), join(staged, 'node_modules/.bin'), 'dir');
}
