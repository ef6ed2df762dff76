import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { allConfigFiles, type Config, configVariables } from '../../config';
import { CommandError, EXIT } from '../terminal';
import type { KeptConfiguration, KeptFile } from './sealed-configuration';

/**
 * Reads everything that the configuration consists of: its files, those of its connections, the certificates that
 * they name, further files, and
 * the values of the variables that they name.
 * @param also further files, such as `secrets.json` of the local stack
 * @throws CommandError if a file cannot be read, or two have the same name
 */
export async function keepConfiguration(
	{ temporal: { tls } }: Config,
	{ path, also, env }: { path: string; also: readonly string[]; env: NodeJS.ProcessEnv },
): Promise<KeptConfiguration> {
	const own = allConfigFiles(path, env);
	const certificates = typeof tls === 'object' ? [tls.caFile, tls.certFile, tls.keyFile] : [];
	const paths = [...own, ...certificates.filter((each) => each !== undefined), ...also].map((each) => resolve(each));
	const files = await Promise.all([...new Set(paths)].map(keptFile));
	const names = files.map(({ name }) => name);
	const twice = names.find((name, index) => names.indexOf(name) !== index);
	if (twice !== undefined)
		throw new CommandError(
			`Two files of the configuration are called ${twice}. Rename one, because a restore puts them into one folder.`,
			EXIT.badUsage,
		);
	return { files, environment: configVariables(path, env) };
}

async function keptFile(path: string): Promise<KeptFile> {
	try {
		return { name: basename(path), path, content: (await readFile(path)).toString('base64') };
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new CommandError(`A file of the configuration cannot be read: ${reason}`, EXIT.badUsage);
	}
}
