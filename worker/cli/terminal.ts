import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { escapedJson, withoutControls } from '../../api';
import { type Screen, screenOf } from './screen';

/** The outputs of the command line: results on stdout, everything about them on stderr. */
export interface Terminal {
	result(text: string): void;
	note(text: string): void;
	/** A person looks at stderr, so a progress bar may be drawn there. */
	readonly interactive: boolean;
	/** Asks the person one question. Undefined: nobody can answer, as in a script. */
	readonly ask?: ((question: string) => Promise<string>) | undefined;
	/** Where a person reads the results; null: a program does, through a pipe or a file. */
	readonly screen: Screen | null;
	readonly env: NodeJS.ProcessEnv;
	/** The folder that the command runs in. */
	readonly cwd: string;
}

export function processTerminal(): Terminal {
	return {
		result: (text) => {
			console.log(text);
		},
		note: (text) => {
			console.error(text);
		},
		interactive: process.stderr.isTTY && process.env.TERM !== 'dumb',
		ask: process.stderr.isTTY ? askPerson : undefined,
		screen: screenOf(process.stdout, process.env),
		env: process.env,
		cwd: process.cwd(),
	};
}

/** The terminal itself, because standard input may hold data. */
const CONSOLE_INPUT = process.platform === 'win32' ? '\\\\.\\CONIN$' : '/dev/tty';

async function askPerson(question: string): Promise<string> {
	const input = process.stdin.isTTY ? process.stdin : createReadStream(CONSOLE_INPUT);
	const reader = createInterface({ input, output: process.stderr });
	try {
		return await reader.question(question);
	} finally {
		reader.close();
		if (input !== process.stdin) input.destroy();
	}
}

/** The colours of our own tables. */
const OUR_COLOURS = new RegExp(String.raw`(\u001b\[(?:90|39)m)`);

/**
 * The same terminal, which gets nothing that it would obey, whatever a command prints. Parts of foreign texts are cleaned
 * where they are put together (`visibleText`). This is the last way out.
 */
export function guardedTerminal(terminal: Terminal): Terminal {
	const guarded = (text: string) =>
		text
			.split(OUR_COLOURS)
			.map((part, index) => (index % 2 === 1 ? part : withoutControls(part)))
			.join('');
	return {
		...terminal,
		result: (text) => terminal.result(guarded(text)),
		note: (text) => terminal.note(guarded(text)),
		ask: terminal.ask && ((question) => terminal.ask?.(guarded(question)) ?? Promise.resolve('')),
	};
}

/** Of every command that prints something. */
export interface ResultOptions {
	json?: true;
}

/** With --json prints the value for programs, otherwise the text for people. @param text called only if it is printed */
export function printResult(terminal: Terminal, { json }: ResultOptions, value: object, text: () => string): void {
	terminal.result(json ? escapedJson(JSON.stringify(value, null, 2)) : text());
}

/** How the command line ends; documented in `agent-knowledge --help`. */
export const EXIT = {
	/** Done: the task did what was asked, the list was printed, or no check failed. */
	done: 0,
	/** The task did not do all that was asked: see workflows/task/outcomes.ts; a check failed; or the worker or gateway could not start or continue. */
	failed: 1,
	/** The command, its configuration or its input is wrong; nothing was done. */
	badUsage: 2,
	/** Of `knowledge plan` only: there are changes, as programs for plans say it. Bad usage of it ends with `failed`. */
	changes: 2,
	/** The gateway does not answer, or is unavailable now. */
	gatewayUnreachable: 3,
	/** Ctrl-C; a started task continues. */
	interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_HELP = [
	'Exit codes:',
	'  0    done',
	'  1    the task did not do all that was asked: it failed, was cancelled or ran out of time, or an item failed;',
	'       doctor, check or replay found something wrong; or the worker or gateway could not start or continue;',
	'       or knowledge plan cannot plan, also because the command or the folder is wrong',
	'  2    the command, its configuration or its input is wrong; nothing was done;',
	'       knowledge plan: there are changes, and nothing else',
	'  3    the gateway does not answer, or is unavailable now',
	'  130  stopped by Ctrl-C; a started task continues',
].join('\n');

/** Ends the command with a sentence for the person and an exit code. */
export class CommandError extends Error {
	override readonly name = 'CommandError';

	constructor(
		message: string,
		readonly exitCode: ExitCode,
	) {
		super(message);
	}
}
