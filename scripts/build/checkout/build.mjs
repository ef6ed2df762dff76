// @ts-check
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hashFiles } from '../../cache/hash-files.mjs';
import { runCommand } from '../../processes/run-command.mjs';

/** The sources of the build. */
const SOURCES = [
	...['api', 'workflows', 'worker', 'sandbox', 'nodes', 'credentials', 'task-nodes', 'scripts/build'],
	// The console's help is made of them.
	...['docs/pages.md', 'docs/tasks.md', 'docs/notifications.md'],
	...['package.json', 'package-lock.json', 'tsconfig.json'],
];
/** One file of each program and package that the build creates. */
const RESULTS = ['worker/dist/cli.js', 'worker/dist/console', 'sandbox/dist/main.js', 'dist', 'task-nodes/dist'];
/** Holds the hash of the sources of the last build; inside a folder that is never committed. */
const MARKER = 'node_modules/.agent-knowledge/built-from';

/** @param {string} path */
const isNoSource = (path) => /(^|\/)(node_modules|dist)$|\.test\.ts$/.test(path);

/**
 * Builds the checkout when its sources have changed since the last build, or a result is missing.
 * @param {object} options
 * @param {string} options.root
 * @param {string} [options.logFile]
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<boolean>} whether it built anything
 */
export async function buildIfStale({ root, logFile, signal }) {
	const marker = join(root, MARKER);
	const sources = await hashFiles(root, SOURCES, isNoSource);
	const built = await readFile(marker, 'utf8').catch(() => '');
	if (built === sources && RESULTS.every((path) => existsSync(join(root, path)))) return false;
	await runCommand('npm', ['run', '--silent', 'build'], { cwd: root, logFile, signal });
	await mkdir(dirname(marker), { recursive: true });
	await writeFile(marker, sources);
	return true;
}
