// @ts-check
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { textAt, parseJson } from '../../json.mjs';
import { runCommand } from '../../processes/run-command.mjs';
import { ReadableError } from '../../readable-error.mjs';

/** The integrity of each package that this project installs by its version alone, by `<name>@<version>`. */
const PINNED = fileURLToPath(new URL('./pinned-packages.json', import.meta.url));

/**
 * Installs packages without dependencies, each by the checksum that this project has for it: npm refuses another content.
 * @param {Readonly<Record<string, string>>} versions by the package's name
 * @param {{ folder: string, signal?: AbortSignal, whatToDo?: string }} options the folder must exist
 * @returns {Promise<void>} they are in `node_modules` of the folder
 * @throws {ReadableError} a package has no checksum here, is not in the registry, or is another
 */
export async function installPinned(versions, { folder, signal, whatToDo }) {
	const pinned = parseJson(await readFile(PINNED, 'utf8'));
	const locked = Object.entries(versions).map(([name, version]) => {
		const integrity = textAt(pinned, `${name}@${version}`);
		if (integrity === '')
			throw new ReadableError(
				`${name}@${version} has no checksum in scripts/release/packages/pinned-packages.json.`,
				whatToDo ?? `Add it: npm view ${name}@${version} dist.integrity`,
			);
		return /** @type {const} */ ([`node_modules/${name}`, { version, integrity }]);
	});
	const manifest = { private: true, dependencies: versions };
	const lock = { lockfileVersion: 3, requires: true, packages: { '': manifest, ...Object.fromEntries(locked) } };
	await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
	await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
	await runCommand('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder, signal, whatToDo });
}
