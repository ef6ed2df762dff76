import { Command } from 'commander';
import { addGatewayOptions } from '../gateway-options';
import type { Terminal } from '../terminal';
import { cancelCommand } from './cancel';
import { decideCommand } from './decide';
import { listCommand } from './list';
import { resendCommand } from './resend';
import { retryCommand } from './retry';
import { showCommand } from './show';
import { watchCommand } from './watch';

const COMMANDS = [listCommand, showCommand, watchCommand, cancelCommand, retryCommand, resendCommand, decideCommand];

/** `agent-knowledge tasks list|show|watch|cancel|retry|resend|decide` */
export function tasksCommand(terminal: Terminal): Command {
	const tasks = new Command('tasks').description(
		'list, show, watch, cancel and retry tasks, tell of their end again, and decide what they ask',
	);
	for (const command of COMMANDS) tasks.addCommand(addGatewayOptions(command(terminal)));
	return tasks;
}
