import { Command } from 'commander';
import { hookListSchema, type HookView } from '../gateway/schemas';
import { addGatewayOptions, gatewayClient, type GatewayOptions } from './options';
import { listTable } from './table';
import { printResult, type ResultOptions, type Terminal } from './terminal';

/** `agent-knowledge hooks list`: what each hook starts, and what it collects. */
export function hooksCommand(terminal: Terminal): Command {
	const list = new Command('list')
		.description('list the hooks: what they start, their quiet time, what they collect now, and the last runs')
		.option('--json', 'print JSON')
		.action((options: GatewayOptions & ResultOptions) => listHooks(options, terminal));
	return new Command('hooks').description('show the inbound webhooks').addCommand(addGatewayOptions(list));
}

const HEAD = ['Hook', 'Starts', 'Connection', 'Signature', 'Quiet time', 'Collected now', 'Due', 'Last run'];

async function listHooks(options: GatewayOptions & ResultOptions, terminal: Terminal): Promise<void> {
	const hooks = await gatewayClient(options, terminal).ask(hookListSchema, { method: 'GET', path: '/v1/hooks' });
	printResult(terminal, options, hooks, () => listTable(HEAD, hooks.items.flatMap(rowsOf), terminal.screen));
}

/** A row for each subject of a hook, or one for a hook without any. */
function rowsOf({ name, task, connection, signature, quietSeconds, longestDelaySeconds, subjects }: HookView) {
	const quiet = quietSeconds === null ? 'none' : `${quietSeconds} s, at most ${longestDelaySeconds} s`;
	const first = [name, task, connection, signature, quiet];
	if (subjects.length === 0) return [[...first, '-', '-', '-']];
	return subjects.map(({ agentId, open, last }) => [
		...first,
		open === null ? '-' : `${open.messages} for ${agentId ?? 'several agents'}`,
		open?.dueAt ?? '-',
		last?.taskId ?? '-',
	]);
}
