import { Command, Option } from 'commander';
import { TASK_TYPES, type TaskType } from '../../workflows/contracts';
import { loadConfig } from '../config';
import { printChecks } from './doctor/check';
import { configOption, type ConfigOptions, configPath } from './options';
import { CommandError, EXIT, type ResultOptions, type Terminal } from './terminal';

interface CheckOptions extends ConfigOptions, ResultOptions {
	for?: TaskType[];
	agent?: string;
}

/** `agent-knowledge connections check [names...]` */
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
	return new Command('connections').description('check the connections to the service').addCommand(check);
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
	const { checkConnection } = await import('./doctor/check-connection.js');
	const wanted = { scopes: true, tasks: options.for ?? [], agentId: options.agent };
	const chosen = Object.entries(connections).filter(([name]) => names.length === 0 || names.includes(name));
	const checks = await Promise.all(chosen.map(([name, each]) => checkConnection(name, each, wanted)));
	printChecks(checks.flat(), options, terminal);
}
