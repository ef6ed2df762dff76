import { readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import { ConfigError, type ConfigProblem, pathText } from './config-error';
import type { Layer } from './layers';

const EXTENSIONS = new Set(['.yaml', '.yml', '.json']);

/**
 * The files of `connectionsFolder`, by name. Each holds the settings of one connection, which has the file's name. Hidden
 * files and other extensions are ignored: editors and Kubernetes keep files of their own beside them.
 * @throws ConfigError if the folder cannot be read
 */
export function connectionFiles(folder: string): string[] {
	try {
		return readdirSync(folder)
			.filter((name) => !name.startsWith('.') && EXTENSIONS.has(parse(name).ext))
			.sort()
			.map((name) => join(folder, name));
	} catch (error) {
		// Without the path: somebody may have put a secret there.
		const code = error instanceof Error && 'code' in error ? String(error.code) : 'no reason given';
		const message = `names a folder that cannot be read (${code}); create it, or correct the setting`;
		throw new ConfigError('the configuration', [{ path: 'connectionsFolder', message }]);
	}
}

/** A file of the folder as a part of the configuration. @throws ConfigError for a name that would be forgotten */
export function connectionLayer(file: string, content: Record<string, unknown>): Layer {
	if (parse(file).name === '__proto__')
		throw new ConfigError(file, [{ path: '', message: 'has the name __proto__; choose another one' }]);
	return { file, content: { connections: { [parse(file).name]: content } }, isOfFolder: true };
}

/**
 * Connections of the folder whose name is already taken: by another extension, or by the configuration file. Merging them
 * would mix two accounts.
 * @param before the layers of the configuration file
 */
export function takenNames(before: readonly Layer[], ofFolder: readonly Layer[]): ConfigProblem[] {
	const known = new Map<string, string>();
	for (const { file, content } of before) for (const name of namesIn(content)) known.set(name, file);
	return ofFolder.flatMap(({ file, content }) =>
		namesIn(content).flatMap((name) => {
			const other = known.get(name);
			known.set(name, file);
			if (other === undefined) return [];
			const message = `is also in ${other}; keep one of them, or rename one`;
			return [{ path: pathText(['connections', name]), message, source: file }];
		}),
	);
}

function namesIn({ connections }: Record<string, unknown>): string[] {
	return typeof connections === 'object' && connections !== null ? Object.keys(connections) : [];
}
