import { Command, Option } from 'commander';
import { DEFAULT_CONFIG_FILE, loadConfig } from '../config';
import { createLogger } from '../log';
import { startProcess, type Roles } from '../process';

/** `agent-knowledge serve|worker|gateway`: the processes that stay up until a signal ends them. */
export function serverCommands(): Command[] {
	return [
		serverCommand('serve', 'run the worker and the gateway in one process', { worker: true, gateway: true }),
		serverCommand('worker', 'run the worker alone; as many as wanted may run', { worker: true, gateway: false }),
		serverCommand('gateway', 'run the gateway alone', { worker: false, gateway: true }),
	];
}

interface ServerOptions {
	config?: string;
}

function serverCommand(name: string, description: string, roles: Roles): Command {
	return new Command(name)
		.description(description)
		.addOption(
			new Option(
				'--config <file>',
				`the configuration (docs/worker-configuration.md); default: ${DEFAULT_CONFIG_FILE}`,
			).env('AGENT_KNOWLEDGE_CONFIG'),
		)
		.action(({ config: path }: ServerOptions) => serve(path, roles));
}

/** Resolves when everything has stopped after SIGINT or SIGTERM. */
async function serve(path: string | undefined, roles: Roles): Promise<void> {
	const config = loadConfig({ path, gateway: roles.gateway });
	const logger = createLogger(config.log);
	const running = await startProcess(config, roles, logger);
	const signal = await firstSignal();
	logger.info({ signal }, 'stopping');
	await running.stop();
	logger.info('stopped');
}

function firstSignal(): Promise<NodeJS.Signals> {
	return new Promise((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
	});
}
