import { Command } from 'commander';
import { hookListSchema, type HookView } from '../gateway/schemas';
import { addGatewayOptions, gatewayClient, type GatewayOptions } from './options';
import { type Screen, timeInColumn, timesHead } from './screen';
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
	const { screen } = terminal;
	const head = HEAD.map((name) => (name === 'Due' ? timesHead(name, screen) : name));
	const rows = () => hooks.items.flatMap((hook) => rowsOf(hook, screen));
	printResult(terminal, options, hooks, () => listTable(head, rows(), screen));
}

/** A row for each subject of a hook, or one for a hook without any. */
function rowsOf(
	{ name, task, connection, signature, quietSeconds, longestDelaySeconds, subjects }: HookView,
	screen: Screen | null,
) {
	const quiet = quietSeconds === null ? 'none' : `${quietSeconds} s, at most ${longestDelaySeconds} s`;
	const first = [name, task, connection, signature, quiet];
	if (subjects.length === 0) return [[...first, '-', '-', '-']];
	return subjects.map(({ agentId, open, running, last }) => [
		...first,
		open === null ? '-' : `${open.messages} for ${agentId ?? 'several agents'}`,
		dueText(open, running, screen),
		last?.taskId ?? '-',
	]);
}

type Subject = HookView['subjects'][number];

function dueText(open: Subject['open'], running: Subject['running'], screen: Screen | null): string {
	if (open === null) return '-';
	return running === null ? timeInColumn(open.dueAt, screen) : 'after the run under way';
}
