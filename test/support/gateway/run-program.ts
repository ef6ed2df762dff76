import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';

/** Where the packages of the checkout have their commands. */
export const BINARIES = join(workspaceRoot, 'node_modules', '.bin');

export interface ProgramRun {
	code: number | null;
	/** In a terminal, also what stands on stderr. */
	stdout: string;
	stderr: string;
}

interface ProgramOptions {
	cwd: string;
	/** Over a bare environment. */
	env?: NodeJS.ProcessEnv;
	/** Its standard input, as a text. */
	input?: string;
	/** Runs it in a terminal of this many columns, on Linux. No argument may have a quotation mark. */
	columns?: number;
}

/** Runs a program as a person does in their shell. The built `agent-knowledge` is on its PATH. */
export async function runProgramIn(
	{ cwd, env = {}, input = '', columns }: ProgramOptions,
	command: string,
	args: readonly string[],
): Promise<ProgramRun> {
	const { PATH = '', HOME } = process.env;
	const line = [command, ...args].map((word) => `'${word}'`).join(' ');
	const [program, ...words] =
		columns === undefined ? [command, ...args] : ['script', '-qec', `stty cols ${columns}; exec ${line}`, '/dev/null'];
	const child = spawn(program, words, {
		cwd,
		env: { PATH: `${BINARIES}${delimiter}${PATH}`, HOME, TERM: 'xterm-256color', ...env },
	});
	child.stdin.end(input);
	const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
	return { code: child.exitCode, stdout: stdout.replaceAll('\r\n', '\n'), stderr };
}
