import { Command } from 'commander';
import { gatewayClient, type GatewayOptions } from '../gateway-options';
import { printResult, type ResultOptions } from '../result';
import { taskDetails } from '../task-text';
import type { Terminal } from '../terminal';

export function showCommand(terminal: Terminal): Command {
	return new Command('show')
		.description('show one task')
		.argument('<id>')
		.option('--json', 'print JSON')
		.action(async (id: string, options: GatewayOptions & ResultOptions) => {
			const task = await gatewayClient(options, terminal.env).read(id);
			printResult(terminal, options, task, () => taskDetails(task));
		});
}
