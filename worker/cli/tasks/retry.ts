import { Command } from 'commander';
import { gatewayClient, type GatewayOptions } from '../gateway-options';
import { keyedWrite } from '../keyed-write';
import type { ResultOptions } from '../result';
import { followStarted } from '../run/run-task';
import type { Terminal } from '../terminal';

interface RetryOptions extends GatewayOptions, ResultOptions {
	key?: string;
	wait: boolean;
}

export function retryCommand(terminal: Terminal): Command {
	return new Command('retry')
		.description('start a task that did not complete again, under its own id and with its own input, and follow it')
		.argument('<id>')
		.option('--key <text>', 'the Idempotency-Key: a repeat with the same key starts nothing; default: a new one')
		.option('--no-wait', 'start it, print its id and end')
		.option('--json', 'print the task as JSON at the end')
		.action(async (id: string, options: RetryOptions) => {
			const client = gatewayClient(options, terminal.env);
			const started = await keyedWrite(terminal, options.key, (key) => client.retry(id, key));
			await followStarted(client, started, options, terminal);
		});
}
