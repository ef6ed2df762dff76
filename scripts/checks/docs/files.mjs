// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../../build/workspace-root.mjs';
import { runCommand } from '../../processes/run-command.mjs';

/** @typedef {{ file: string, text: string }} File `file` from the repository's root */

/** Folders whose pages are read: all of each. */
const PAGES = [
	...['.', '.changeset', '.github', 'api', 'credentials', 'deploy/helm/agent-knowledge'],
	...['docs', 'docs/decisions', 'docs/reference', 'docs/roles', 'examples', 'nodes', 'sandbox'],
	...['scripts', 'task-nodes', 'test', 'worker', 'worker/gateway/console', 'workflows'],
];
/** Folders whose strings, errors and hints included, people read. */
const SOURCES = ['nodes', 'credentials', 'task-nodes', 'api', 'workflows', 'worker', 'sandbox', 'scripts'];
const TEXT = /\.(md|json|ya?ml|[cm]?[jt]sx?|html)$|CODEOWNERS$/;

/** The pages at the top, in docs/ and of each folder. */
export function pages() {
	return PAGES.flatMap((folder) =>
		readdirSync(path.join(workspaceRoot, folder))
			.filter((name) => name.endsWith('.md'))
			.map((name) => fileAt(path.join(folder, name))),
	);
}

/** The sources, tests excluded. */
export function sources() {
	return SOURCES.flatMap(sourcesIn).map(fileAt);
}

/** Every text file of the repository, those that are not committed included. */
export async function textFiles() {
	const listed = await runCommand('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
		cwd: workspaceRoot,
	});
	return listed
		.split('\0')
		.filter((file) => TEXT.test(file) && existsSync(path.join(workspaceRoot, file)))
		.map(fileAt);
}

/**
 * @param {string} file from the repository's root
 * @returns {File}
 */
export function fileAt(file) {
	return { file, text: readFileSync(path.join(workspaceRoot, file), 'utf8') };
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function sourcesIn(folder) {
	return readdirSync(path.join(workspaceRoot, folder), { withFileTypes: true }).flatMap((entry) => {
		const file = path.join(folder, entry.name);
		if (entry.isDirectory()) return ['node_modules', 'dist', 'testing'].includes(entry.name) ? [] : sourcesIn(file);
		return /(?<!\.test|\.d)\.(m?[jt]s|tsx)$/.test(file) ? [file] : [];
	});
}
