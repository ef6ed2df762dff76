import { Command } from 'commander';
import { fail, ok } from './doctor/check';
import { examine } from './doctor/doctor';
import { ConfigError, DEFAULT_CONFIG_FILE, loadConfig, type Config } from '../config';
import { printChecks } from './checks-text';
import { configOption, type ConfigOptions } from './config-option';
import type { ResultOptions } from './result';
import type { Terminal } from './terminal';

type DoctorOptions = ConfigOptions & ResultOptions;

/** `agent-knowledge doctor`: what is wrong, and what to do about it. */
export function doctorCommand(terminal: Terminal): Command {
	return new Command('doctor')
		.description(
			'look at everything that the configuration names: Temporal, queues, keys, files, destinations, mail, gateway, clock',
		)
		.addOption(configOption())
		.option('--json', 'print JSON')
		.action((options: DoctorOptions) => doctor(options, terminal));
}

async function doctor(options: DoctorOptions, terminal: Terminal): Promise<void> {
	const config = read(options, terminal);
	if (config instanceof ConfigError)
		return printChecks([fail('configuration', config.message, 'Correct it first.')], options, terminal);
	if (terminal.interactive) terminal.note('Looking at everything that the configuration names ...');
	const named = ok('configuration', `${options.config ?? DEFAULT_CONFIG_FILE} is complete.`);
	printChecks([named, ...(await examine(config))], options, terminal);
}

/** A worker alone needs no tokens, so they are not asked for here. */
function read({ config: path }: ConfigOptions, { env }: Terminal): Config | ConfigError {
	try {
		return loadConfig({ path, env, gateway: false });
	} catch (error) {
		if (error instanceof ConfigError) return error;
		throw error;
	}
}
