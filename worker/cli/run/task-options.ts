import type { Command } from 'commander';
import { addGatewayOptions, type GatewayOptions } from '../gateway-options';

/** What every `run <task>` takes. */
export interface TaskOptions extends GatewayOptions {
	connection: string;
	key?: string;
	/** False with --no-wait. */
	wait: boolean;
	json?: true;
}

export function addTaskOptions(command: Command): Command {
	return addGatewayOptions(
		command
			.requiredOption('--connection <name>', "a connection of the worker's configuration")
			.option(
				'--key <text>',
				'the Idempotency-Key: the same key and input find the same task again; default: a new one',
			)
			.option('--no-wait', 'start the task, print its id and end')
			.option('--json', 'print the task as JSON at the end'),
	);
}
