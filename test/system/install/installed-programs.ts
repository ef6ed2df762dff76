import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { installTarball } from '../../../scripts/release/packages/install-tarball.mjs';
import { publishedPackage } from '../../../scripts/release/packages/published-packages.mjs';
import { tarballOf } from '../../../scripts/release/packages/tarball-of.mjs';
import type { Program } from '../../../scripts/start/start-worker.mjs';

const manifestSchema = z.object({ version: z.string(), bin: z.record(z.string(), z.string()) });

/** A program from its tarball, in a folder that holds nothing else. */
export interface InstalledProgram {
	folder: string;
	version: string;
	/** Its command, as npx runs it: what is not installed is not fetched. */
	program: Program;
	/** The file of the command. */
	file: string;
}

/**
 * Installs a packed package alone, and names the one command that it has.
 * @param folder of the test; the program gets a folder in it
 */
export async function installProgram(name: string, folder: string): Promise<InstalledProgram> {
	const tarball = await tarballOf(publishedPackage(name), join(folder, 'packed'));
	return installPacked(name, tarball, join(folder, name));
}

/**
 * Installs a tarball.
 * @param place an empty folder; created
 */
export async function installPacked(name: string, tarball: string, place: string): Promise<InstalledProgram> {
	await installTarball({ tarball, folder: place });
	const installed = join(place, 'node_modules', name);
	const { version, bin } = manifestSchema.parse(JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')));
	const [[command, file] = ['', '']] = Object.entries(bin);
	return {
		folder: place,
		version,
		file: join(installed, file),
		program: { command: 'npx', args: ['--no-install', command], cwd: place },
	};
}
