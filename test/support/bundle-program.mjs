// @ts-check
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

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
		target: 'node20.19',
		format,
		packages: 'external',
		sourcemap: true,
		loader: { '.sql': 'text', '.html': 'text', '.css': 'text', '.svg': 'text', '.txt': 'text' },
		logLevel: 'warning',
		plugins: [
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
