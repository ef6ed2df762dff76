import { Command } from 'commander';
import { configFile, configFiles, loadConfig, localFileOf } from '../config';
import { createLogger } from '../log';
import { startProcess, type Roles } from '../bootstrap';
import { installRuntime } from '../bootstrap/runtime';
import { configOption, type ConfigOptions } from './options';
import { EXIT, type ExitCode } from './terminal';
import { stayUp, untilUnhandled } from './stay-up';

/** `agent-knowledge serve|worker|gateway`: the processes that stay up until a signal ends them. */
export function serverCommands(): Command[] {
	return [
		serverCommand('serve', 'run the worker and the gateway in one process', { worker: true, gateway: true }),
		serverCommand('worker', 'run the worker alone; several workers can run at once', { worker: true, gateway: false }),
		serverCommand('gateway', 'run the gateway alone', { worker: false, gateway: true }),
	];
}

function serverCommand(name: string, description: string, roles: Roles): Command {
	return new Command(name)
		.description(description)
		.addOption(configOption())
		.action(async ({ config: path }: ConfigOptions) => {
			// Temporal's SDK may leave something open after the stop, which must not keep the process.
			process.exit(await serve(path, roles));
		});
}

/** @returns the exit code, when everything has stopped after SIGINT or SIGTERM, or a part failed for good */
async function serve(path: string | undefined, roles: Roles): Promise<ExitCode> {
	const read = () => loadConfig({ path, gateway: roles.gateway });
	const config = read();
	const file = configFile({ path });
	const log = createLogger(config.log);
	log.info({ files: configFiles(file) }, 'the configuration is complete');
	const unhandled = untilUnhandled(log);
	try {
		installRuntime({ log, ...config.telemetry });
		const starting = startProcess(config, roles, log, { files: { paths: [file, localFileOf(file)], read } });
		const running = await Promise.race([starting, unhandled]);
		return await stayUp({ ...running, ended: Promise.race([running.ended, unhandled]) }, log);
	} catch (error) {
		log.fatal({ err: error }, error instanceof Error ? error.message : 'failed');
		return EXIT.failed;
	}
}
