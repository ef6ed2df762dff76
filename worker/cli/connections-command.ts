import { Command, Option } from 'commander';
import { TASK_TYPES, type TaskType } from '../../workflows/contracts';
import { loadConfig } from '../config';
import { printChecks } from './doctor/check';
import { checkSharedKeys } from './doctor/check-shared-keys';
import { connectionListSchema, connectionUsageSchema } from '../gateway/schemas';
import {
	addGatewayOptions,
	configOption,
	type ConfigOptions,
	configPath,
	gatewayClient,
	type GatewayOptions,
} from './options';
import { listTable } from './table';
import { CommandError, EXIT, printResult, type ResultOptions, type Terminal } from './terminal';

interface CheckOptions extends ConfigOptions, ResultOptions {
	for?: TaskType[];
	agent?: string;
}

interface ListOptions extends GatewayOptions, ResultOptions {
	selector?: string;
}

/** `agent-knowledge connections list`, `connections check [names...]` and `connections usage` */
export function connectionsCommand(terminal: Terminal): Command {
	const check = new Command('check')
		.description(
			'check the keys of the configuration: agents, read scopes, limit, clock; makes five extra calls per connection',
		)
		.argument('[names...]', 'connections; default: all')
		.addOption(configOption())
		.addOption(
			new Option('--for <tasks...>', 'fail if the key lacks a scope of these tasks; default: warn only').choices(
				TASK_TYPES,
			),
		)
		.option('--agent <id>', 'the agent to read with; default: the first that the key can access')
		.option('--json', 'print JSON')
		.action((names: string[], options: CheckOptions) => checkConnections(names, options, terminal));
	const list = new Command('list')
		.description('list the connections that tasks may name at the moment, as the gateway has them')
		.option('--selector <text>', 'only those whose labels match, such as client=acme,region in (eu,us)')
		.option('--json', 'print JSON')
		.action((options: ListOptions) => listConnections(options, terminal));
	const usage = new Command('usage')
		.description("show the calls of all workers in the last hour, beside the limit of each connection's key")
		.option('--json', 'print JSON')
		.action((options: GatewayOptions & ResultOptions) => showUsage(options, terminal));
	return new Command('connections')
		.description('list and check the connections to the service, and show how much of their limits is used')
		.addCommand(addGatewayOptions(list))
		.addCommand(check)
		.addCommand(addGatewayOptions(usage));
}

async function listConnections(options: ListOptions, terminal: Terminal): Promise<void> {
	const { selector } = options;
	const request = { method: 'GET', path: '/v1/connections', query: { selector } } as const;
	const connections = await gatewayClient(options, terminal).ask(connectionListSchema, request);
	printResult(terminal, options, connections, () => {
		const rows = connections.items.map(({ name, baseUrl, requestsPerMinute, labels }) => [
			...[name, baseUrl, requestsPerMinute],
			Object.entries(labels)
				.map(([label, value]) => `${label}=${value}`)
				.join(', '),
		]);
		return listTable(['Connection', 'Address', 'Limit a minute', 'Labels'], rows, terminal.screen);
	});
}

const HEAD = ['Connection', 'Limit a minute', 'Calls in the last hour', 'Most in one minute', 'Refused (429)'];

async function showUsage(options: GatewayOptions & ResultOptions, terminal: Terminal): Promise<void> {
	const request = { method: 'GET', path: '/v1/connections/usage' } as const;
	const usage = await gatewayClient(options, terminal).ask(connectionUsageSchema, request);
	if (usage.unreadable > 0)
		terminal.note(`The counts of ${usage.unreadable} workers cannot be read. Their calls are missing.`);
	printResult(terminal, options, usage, () => {
		const rows = usage.items.map(({ connection, requestsPerMinute, calls, limited }) => [
			...[connection, requestsPerMinute, sum(calls), Math.max(0, ...calls), sum(limited)],
		]);
		return listTable(HEAD, rows, terminal.screen);
	});
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, each) => total + each, 0);
}

/** Reads the configuration itself, so that a key can be checked before a worker gets it. */
async function checkConnections(names: string[], options: CheckOptions, terminal: Terminal): Promise<void> {
	const { connections } = loadConfig({ path: configPath(options, terminal), env: terminal.env, gateway: false });
	const unknown = names.find((name) => !Object.hasOwn(connections, name));
	if (unknown !== undefined)
		throw new CommandError(
			`The configuration has no connection "${unknown}". It has: ${Object.keys(connections).join(', ')}.`,
			EXIT.badUsage,
		);
	const { checkConnections: check } = await import('./doctor/check-connection.js');
	const wanted = { scopes: true, tasks: options.for ?? [], agentId: options.agent };
	const checks = await Promise.all(check(connections, {}, wanted, names.length === 0 ? undefined : names));
	const shared = checkSharedKeys(connections);
	printChecks([...checks.flat(), ...shared], options, terminal);
}
