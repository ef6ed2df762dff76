import { Command } from 'commander';
import { addGatewayOptions } from '../gateway-options';
import type { Terminal } from '../terminal';
import { cancelCommand } from './cancel';
import { decideCommand } from './decide';
import { listCommand } from './list';
import { retryCommand } from './retry';
import { showCommand } from './show';
import { watchCommand } from './watch';

/** `agent-knowledge tasks list|show|watch|cancel|retry|decide` */
export function tasksCommand(terminal: Terminal): Command {
	const tasks = new Command('tasks').description('list, show, watch, cancel and retry tasks, and decide what they ask');
	for (const command of [listCommand, showCommand, watchCommand, cancelCommand, retryCommand, decideCommand])
		tasks.addCommand(addGatewayOptions(command(terminal)));
	return tasks;
}
