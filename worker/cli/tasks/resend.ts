import { randomUUID } from 'node:crypto';
import { Command } from 'commander';
import { gatewayClient, type GatewayOptions } from '../gateway-options';
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
			const resent = await gatewayClient(options, terminal.env).resendResult(id, options.key ?? randomUUID());
			printResult(terminal, options, resent, () => resent.message);
		});
}
