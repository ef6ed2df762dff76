import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';

const BINARIES = join(workspaceRoot, 'node_modules', '.bin');

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
	/** Runs it in a terminal of this many columns. */
	columns?: number;
}

/** Runs a program as a person does in their shell. The built `agent-knowledge` is on its PATH. */
export async function runProgramIn(
	{ cwd, env = {}, input = '', columns }: ProgramOptions,
	command: string,
	args: readonly string[],
): Promise<ProgramRun> {
	const { PATH = '', HOME } = process.env;
	const words =
		columns === undefined ? [command, ...args] : ['python3', '-c', TERMINAL, `${columns}`, command, ...args];
	const child = spawn(words[0] ?? command, words.slice(1), {
		cwd,
		env: { PATH: `${BINARIES}${delimiter}${PATH}`, HOME, TERM: 'xterm-256color', ...env },
	});
	child.stdin.end(input);
	const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
	return { code: child.exitCode, stdout: stdout.replaceAll('\r\n', '\n'), stderr };
}

/** A terminal of so many columns around a command, which shows what the command shows and ends as it ends. */
const TERMINAL = `
import fcntl, os, pty, struct, sys, termios
child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 40, int(sys.argv[1]), 0, 0))
    os.execvp(sys.argv[2], sys.argv[2:])
while True:
    try:
        shown = os.read(terminal, 65536)
    except OSError:
        shown = b''
    if not shown:
        break
    sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
`;
