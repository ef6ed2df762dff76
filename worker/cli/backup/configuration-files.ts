import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type Config, configFiles, configVariables, connectionFiles } from '../../config';
import { CommandError, EXIT } from '../terminal';
import { CONNECTIONS_FOLDER, type KeptConfiguration, type KeptFile } from './sealed-configuration';

/**
 * Reads everything that the configuration consists of: its files, those of its connections, the certificates that
 * they name, further files, and the values of the variables that they name.
 * @param also further files, such as `secrets.json` of the local stack
 * @throws CommandError if a file cannot be read, or two have the same name
 */
export async function keepConfiguration(
	{ connectionsFolder, temporal: { tls } }: Config,
	{ path, also, env }: { path: string; also: readonly string[]; env: NodeJS.ProcessEnv },
): Promise<KeptConfiguration> {
	const certificates = typeof tls === 'object' ? [tls.caFile, tls.certFile, tls.keyFile] : [];
	const named = [...configFiles(path), ...certificates.filter((each) => each !== undefined), ...also];
	const ofFolder = connectionsFolder === undefined ? [] : connectionFiles(connectionsFolder);
	const files = await Promise.all([
		...distinct(named).map((file) => keptFile(file, basename(file))),
		...distinct(ofFolder).map((file) => keptFile(file, `${CONNECTIONS_FOLDER}/${basename(file)}`)),
	]);
	const names = files.map(({ name }) => name);
	const twice = names.find((name, index) => names.indexOf(name) !== index);
	if (twice !== undefined)
		throw new CommandError(
			`Two files of the configuration are called ${twice}. Rename one, because a restore puts them into one folder.`,
			EXIT.badUsage,
		);
	return { files, hasConnectionsFolder: connectionsFolder !== undefined, environment: configVariables(path, env) };
}

function distinct(paths: readonly string[]): string[] {
	return [...new Set(paths.map((each) => resolve(each)))];
}

async function keptFile(path: string, name: string): Promise<KeptFile> {
	try {
		return { name, path, content: (await readFile(path)).toString('base64') };
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new CommandError(`A file of the configuration cannot be read: ${reason}`, EXIT.badUsage);
	}
}
