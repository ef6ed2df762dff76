import { Command, CommanderError } from 'commander';
import { withoutControls } from '../../api';
import { ConfigError, VERSION } from '../config';
import { backupCommand, restoreCommand } from './backup/backup-command';
import { complete, COMPLETION_REQUEST, completionCommand } from './completion/completion-command';
import { connectionsCommand } from './connections-command';
import { destinationsCommand } from './destinations/destinations-command';
import { doctorCommand } from './doctor/doctor-command';
import { incidentsCommand } from './incidents-command';
import { filesCommand } from './files-command';
import { CommandError, EXIT, EXIT_HELP, type ExitCode, guardedTerminal, type Terminal } from './terminal';
import { knowledgeCommand } from './knowledge/knowledge-command';
import { openCommand } from './open-command';
import { personsCommand } from './persons-command';
import { replayCommand } from './replay-command';
import { runCommand } from './run/run-command';
import { schedulesCommand } from './schedules/schedules-command';
import { serverCommands } from './server-commands';
import { syncCommand } from './sync-command';
import { subscriptionsCommand } from './subscriptions/subscriptions-command';
import { tasksCommand } from './tasks/tasks-command';
import { hooksCommand } from './hooks-command';
import { waitsCommand } from './waits-command';

/** Runs one command. @param argv as of `process.argv` @returns the exit code */
export async function runProgram(argv: readonly string[], processTerminal: Terminal): Promise<ExitCode> {
	const terminal = guardedTerminal(processTerminal);
	try {
		const program = programOf(terminal);
		if (argv[2] === COMPLETION_REQUEST) await complete(program, terminal);
		else await program.parseAsync(argv);
		return EXIT.done;
	} catch (error) {
		return exitCodeOf(error, argv, terminal);
	}
}

/** Every command there is. */
export function programOf(terminal: Terminal): Command {
	const program = new Command('agent-knowledge')
		.version(VERSION)
		.description('Long tasks of the Agent Knowledge service: the worker, its gateway, and their tasks.')
		.addHelpText('after', `\n${EXIT_HELP}`);
	for (const command of [
		...serverCommands(),
		runCommand(terminal),
		knowledgeCommand(terminal),
		tasksCommand(terminal),
		incidentsCommand(terminal),
		openCommand(terminal),
		schedulesCommand(terminal),
		syncCommand(terminal),
		destinationsCommand(terminal),
		personsCommand(terminal),
		subscriptionsCommand(terminal),
		filesCommand(terminal),
		hooksCommand(terminal),
		waitsCommand(terminal),
		connectionsCommand(terminal),
		doctorCommand(terminal),
		replayCommand(terminal),
		backupCommand(terminal),
		restoreCommand(terminal),
		completionCommand(terminal),
	])
		program.addCommand(command);
	prepare(program);
	return program;
}

/** Throws instead of ending the process, and repeats no argument that a terminal obeys. Subcommands do not inherit it from their parent. */
function prepare(command: Command): void {
	command
		.exitOverride()
		.showHelpAfterError('(add --help for the usage)')
		.configureOutput({ outputError: (text, write) => write(withoutControls(text)) });
	for (const each of command.commands) prepare(each);
}

function exitCodeOf(error: unknown, argv: readonly string[], terminal: Terminal): ExitCode {
	// commander has printed its own messages by now.
	if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : badUsageOf(argv);
	if (error instanceof CommandError) {
		if (error.message !== '') terminal.note(error.message);
		return error.exitCode;
	}
	if (error instanceof ConfigError) {
		terminal.note(error.message);
		return EXIT.badUsage;
	}
	terminal.note(error instanceof Error ? error.message : String(error));
	return EXIT.failed;
}

/** For programs that plan, 2 says that there are changes, so that a faulty command of theirs ends with another code. */
function badUsageOf([, , command, subcommand]: readonly string[]): ExitCode {
	return command === 'knowledge' && subcommand === 'plan' ? EXIT.failed : EXIT.badUsage;
}
