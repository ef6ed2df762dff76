import { Command } from 'commander';
import { followTask } from '../follow-task';
import { gatewayClient, type GatewayOptions } from '../gateway-options';
import { printResult, type ResultOptions } from '../result';
import { endText } from '../task-text';
import type { Terminal } from '../terminal';
import { watch } from '../watch-tasks';

interface CancelOptions extends GatewayOptions, ResultOptions {
	wait?: true;
}

export function cancelCommand(terminal: Terminal): Command {
	return new Command('cancel')
		.description('ask a task to stop')
		.argument('<id>')
		.option('--wait', 'wait until it has ended')
		.option('--json', 'print JSON')
		.action((id: string, options: CancelOptions) => cancel(id, options, terminal));
}

async function cancel(id: string, options: CancelOptions, terminal: Terminal): Promise<void> {
	const client = gatewayClient(options, terminal.env);
	let task = await client.cancel(id);
	if (options.wait && task.status === 'running')
		task = await watch(terminal, `  agent-knowledge tasks show ${id}`, (watching) => followTask(client, id, watching));
	printResult(terminal, options, task, () => (task.status === 'running' ? `Asked ${task.id} to stop.` : endText(task)));
}
