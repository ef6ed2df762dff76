import { Argument, Command } from 'commander';
import { configFile, namesInConfig } from '../../config';
import { findLocalStack } from '../local-stack';
import type { Terminal } from '../terminal';
import { candidates, type NamedSection } from './candidates';

const PROGRAM = 'agent-knowledge';
const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** The words with which the shell's script asks for candidates. */
export const COMPLETION_REQUEST = 'completion-server';

/** `agent-knowledge completion <shell>`: the script that a shell reads at its start. */
export function completionCommand(terminal: Terminal): Command {
	return new Command('completion')
		.description('print the script that completes commands, options and names at the Tab key')
		.addArgument(new Argument('<shell>').choices(SHELLS))
		.addHelpText(
			'after',
			`\nbash and zsh: source <(${PROGRAM} completion bash)\nfish: ${PROGRAM} completion fish | source`,
		)
		.action(async (shell: Shell) => {
			const { default: tabtab } = await import('@pnpm/tabtab');
			terminal.result(await tabtab.getCompletionScript({ name: PROGRAM, completer: PROGRAM, shell }));
		});
}

/** Prints what can stand at the cursor of the command line in COMP_LINE, in the form of the shell. */
export async function complete(program: Command, terminal: Terminal): Promise<void> {
	const { default: tabtab } = await import('@pnpm/tabtab');
	const { partial } = tabtab.parseEnv(terminal.env);
	const words = partial.split(/\s+/);
	const begin = words.findLastIndex((word) => word === PROGRAM || word.endsWith(`/${PROGRAM}`));
	const before = words.slice(begin + 1, -1);
	const found = candidates(program, before, words.at(-1) ?? '', (section) => namesOf(section, before, terminal));
	if (found === 'files') tabtab.logFiles();
	else
		tabtab.log(found, tabtab.getShellFromEnv(terminal.env), (line) => {
			terminal.result(line);
		});
}

/** Of the configuration that the command would read. Nothing is completed from a file with errors. */
function namesOf(section: NamedSection, words: readonly string[], terminal: Terminal): string[] {
	const named = words[words.indexOf('--config') + 1];
	const path = words.includes('--config') ? named : findLocalStack(terminal)?.configFile;
	try {
		return namesInConfig(configFile({ path, env: terminal.env }), section, terminal.env);
	} catch {
		return [];
	}
}
