// @ts-check
/**
 * `node test/chaos/fault-matrix/matrix.mjs [--seed 1] [--runs 200] [--only part of a cell's name] [--ended-run absent]`, after
 * `npm run build`;
 * with `--without-look`: the same on workflows that do not look before they repeat (docs/chaos.md).
 */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';

const WITHOUT_LOOK = '--without-look';
const args = process.argv.slice(2).filter((arg) => arg !== WITHOUT_LOOK);
const program = process.argv.includes(WITHOUT_LOOK) ? 'without-look' : 'main';
const outfile = `${workspaceRoot}/test-results/chaos-matrix/${program}.cjs`;

await build({
	entryPoints: [fileURLToPath(new URL(`${program}.ts`, import.meta.url))],
	outfile,
	bundle: true,
	platform: 'node',
	target: 'node20.19',
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
const child = spawn(process.execPath, ['--enable-source-maps', outfile, ...args], {
	cwd: workspaceRoot,
	stdio: 'inherit',
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
