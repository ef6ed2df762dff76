import { Command, Option } from 'commander';
import { DEFAULT_CONFIG_FILE, loadConfig } from '../config';
import { createLogger } from '../log';
import { CommandError, EXIT } from './exit-codes';
import { startProcess, type Roles } from '../process';
import { installRuntime } from '../temporal';

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

/** Resolves when everything has stopped after SIGINT or SIGTERM; rejects when a part failed for good. */
async function serve(path: string | undefined, roles: Roles): Promise<void> {
	const config = loadConfig({ path, gateway: roles.gateway });
	const log = createLogger(config.log);
	try {
		installRuntime({ log, ...config.telemetry });
		const running = await startProcess(config, roles, log);
		const signal = await Promise.race([firstSignal(), running.ended]);
		log.info({ signal }, 'stopping');
		await running.stop();
		log.info('stopped');
	} catch (error) {
		log.fatal({ err: error }, error instanceof Error ? error.message : 'failed');
		throw new CommandError('', EXIT.failed);
	}
}

function firstSignal(): Promise<NodeJS.Signals> {
	return new Promise((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
	});
}
