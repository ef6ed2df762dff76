import { Command } from 'commander';
import { waitViewSchema } from '../gateway/schemas';
import { idInPath } from './gateway-client';
import { addGatewayOptions, gatewayClient, type GatewayOptions } from './options';
import { printResult, type ResultOptions, type Terminal } from './terminal';
import { taskTable } from './task-text';

/** `agent-knowledge waits show`: what an execution of n8n waits for. */
export function waitsCommand(terminal: Terminal): Command {
	const show = new Command('show')
		.description('show a wait of an n8n execution, with its tasks')
		.argument('<id>', 'id of the wait, as the node shows it: wait~...')
		.option('--json', 'print JSON')
		.action((id: string, options: GatewayOptions & ResultOptions) => showWait(id, options, terminal));
	return new Command('waits').description('show waits of n8n executions').addCommand(addGatewayOptions(show));
}

async function showWait(id: string, options: GatewayOptions & ResultOptions, terminal: Terminal): Promise<void> {
	const client = gatewayClient(options, terminal);
	const wait = await client.ask(waitViewSchema, {
		method: 'GET',
		path: `/v1/waits/${idInPath('the id of a wait', id)}`,
	});
	printResult(
		terminal,
		options,
		wait,
		() => `${wait.id}: ${wait.status.replace('_', ' ')}\n${taskTable(wait.tasks, terminal.screen)}`,
	);
}
