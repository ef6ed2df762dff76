import { type Roles, startProcess } from '../bootstrap';
import { installRuntime } from '../bootstrap/runtime';
import { type Config, configFile, configFiles, loadConfig, watchedFiles } from '../config';
import { createLogger } from '../log';
import { stayUp, untilUnhandled } from './stay-up';
import { EXIT, type ExitCode } from './terminal';

/**
 * Runs the worker, the gateway, or both.
 * @returns the exit code, when everything has stopped after SIGINT or SIGTERM, or a part failed for good
 */
export async function serve(path: string | undefined, roles: Roles): Promise<ExitCode> {
	const read = () => loadConfig({ path, gateway: roles.gateway });
	const config = read();
	const file = configFile({ path });
	const log = createLogger(config.log);
	const { connectionsFolder } = config;
	log.info({ files: configFiles(file), connectionsFolder }, 'the configuration is complete');
	const unhandled = untilUnhandled(log);
	try {
		installRuntime({ log, ...config.telemetry });
		const paths = ({ connectionsFolder: folder }: Config) => watchedFiles(file, folder);
		const starting = startProcess(config, roles, log, { files: { paths, read } });
		const running = await Promise.race([starting, unhandled]);
		return await stayUp({ ...running, ended: Promise.race([running.ended, unhandled]) }, log);
	} catch (error) {
		log.fatal({ err: error }, error instanceof Error ? error.message : 'failed');
		return EXIT.failed;
	}
}
