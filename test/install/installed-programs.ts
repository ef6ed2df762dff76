import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { installTarball } from '../../scripts/packages/install-tarball.mjs';
import { publishedPackage } from '../../scripts/packages/published-packages.mjs';
import { tarballOf } from '../../scripts/packages/tarball-of.mjs';
import type { Program } from '../../scripts/start/start-worker.mjs';

const manifestSchema = z.object({ version: z.string(), bin: z.record(z.string(), z.string()) });

/** A program from its tarball, in a folder that holds nothing else. */
export interface InstalledProgram {
	folder: string;
	version: string;
	/** Its command, as npx runs it: what is not installed is not fetched. */
	program: Program;
}

/**
 * Installs a packed package alone, and names the one command that it has.
 * @param folder of the test; the program gets a folder in it
 */
export async function installProgram(name: string, folder: string): Promise<InstalledProgram> {
	const tarball = await tarballOf(publishedPackage(name), join(folder, 'packed'));
	const place = join(folder, name);
	await installTarball({ tarball, folder: place });
	const manifest = await readFile(join(place, 'node_modules', name, 'package.json'), 'utf8');
	const { version, bin } = manifestSchema.parse(JSON.parse(manifest));
	const [command = ''] = Object.keys(bin);
	return { folder: place, version, program: { command: 'npx', args: ['--no-install', command], cwd: place } };
}
