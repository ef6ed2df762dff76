// @ts-check
import { readFile } from 'node:fs/promises';
import { createRequire, isBuiltin } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { workspaceRoot } from '../../scripts/build/workspace-root.mjs';

/**
 * Bundles a TypeScript program of the tests, so that Node runs it outside the test runner. The scripts that it imports
 * keep their own addresses.
 * @param {string} entry its file
 * @param {string} outfile
 * @param {'cjs' | 'esm'} [format]
 */
export async function bundleProgram(entry, outfile, format = 'cjs') {
	await build({
		entryPoints: [entry],
		outfile,
		bundle: true,
		platform: 'node',
		target: 'node22.19',
		format,
		packages: 'external',
		sourcemap: true,
		loader: { '.sql': 'text', '.html': 'text', '.css': 'text', '.svg': 'text', '.txt': 'text' },
		logLevel: 'warning',
		plugins: [
			...(format === 'cjs' ? [packagesOfTheImporter] : []),
			{
				name: 'scripts know where they are',
				setup(plugin) {
					plugin.onLoad({ filter: /\.mjs$/ }, async ({ path }) => {
						const source = await readFile(path, 'utf8');
						return {
							contents: source.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
							loader: 'js',
						};
					});
				},
			},
		],
	});
}

/**
 * The bundle lies elsewhere than its parts, and each workspace has packages, and versions of them, of its own.
 * @type {import('esbuild').Plugin}
 */
const packagesOfTheImporter = {
	name: 'packages are those of the file that imports them',
	setup(plugin) {
		plugin.onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
			if (importer === '' || isBuiltin(path)) return undefined;
			try {
				return { path: createRequire(importer).resolve(path), external: true };
			} catch {
				// It has no entry for CommonJS.
				return undefined;
			}
		});
	},
};

/**
 * Imports a TypeScript module of the tests outside the test runner.
 * @param {URL} entry its file, whose name no other such module has
 * @returns {Promise<unknown>} what it exports
 */
export async function importTypeScript(entry) {
	const file = fileURLToPath(entry);
	const bundle = join(workspaceRoot, 'test-results/bundles', `${basename(file, '.ts')}.mjs`);
	await bundleProgram(file, bundle, 'esm');
	return import(pathToFileURL(bundle).href);
}
