// @ts-check
import { cacheFolder } from '../../cache/cache-folder.mjs';
import { findGoProgram } from '../../tools/go/find-go-program.mjs';
import { runCommand } from '../../processes/run-command.mjs';

/** Checks workflows of GitHub. */
export const ACTIONLINT = {
	package: 'github.com/rhysd/actionlint/cmd/actionlint',
	version: '1.7.12',
	entry: 'actionlint',
	what: 'The checker of GitHub workflows',
};

/**
 * Checks workflows: their syntax, the types of their expressions, their jobs, and the inputs of known actions.
 * @param {string[]} files
 * @returns {Promise<void>}
 * @throws {import('../../readable-error.mjs').ReadableError} with what actionlint printed
 */
export async function lintWorkflows(files) {
	const program = await findGoProgram(ACTIONLINT, { cache: cacheFolder(), env: process.env });
	// The checkers of shell and Python scripts may be on one machine and not on another.
	await runCommand(program, ['-no-color', '-shellcheck=', '-pyflakes=', ...files]);
}
