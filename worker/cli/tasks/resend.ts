import { Command } from 'commander';
import { gatewayClient, type GatewayOptions } from '../gateway-options';
import { keyedWrite } from '../keyed-write';
import { printResult, type ResultOptions } from '../result';
import type { Terminal } from '../terminal';

interface ResendOptions extends GatewayOptions, ResultOptions {
	key?: string;
}

export function resendCommand(terminal: Terminal): Command {
	return new Command('resend')
		.description("send the events of a task's end, and the callbacks of the waits for it, again")
		.argument('<id>', 'of a task, or of a wait for its callback alone')
		.option('--key <text>', 'the Idempotency-Key: a repeat with the same key sends nothing; default: a new one')
		.option('--json', 'print JSON')
		.action(async (id: string, options: ResendOptions) => {
			const client = gatewayClient(options, terminal.env);
			const resent = await keyedWrite(terminal, options.key, (key) => client.resendResult(id, key));
			printResult(terminal, options, resent, () => resent.message);
		});
}
