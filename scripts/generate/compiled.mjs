// @ts-check
import { mkdir, rename } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import { workspaceRoot } from '../build/workspace-root.mjs';

/**
 * The exports of a module of this repository, compiled from source: it needs no build.
 * @param {string} name of the compiled file
 * @param {{ in: string, contents: string }} source the module's text, and the folder of the repository that it stands in
 * @returns {Promise<unknown>}
 */
export async function compiled(name, source) {
	// Packages are not compiled, so they have to resolve from here. Those of the worker alone may stand beside it.
	const folder = path.join(workspaceRoot, 'worker/node_modules/.cache/agent-knowledge');
	const outfile = path.join(folder, `${name}.cjs`);
	// Moved when it is complete: another process may compile the same module, or read it.
	const unfinished = `${outfile}.${process.pid}`;
	await mkdir(folder, { recursive: true });
	await build({
		stdin: { contents: source.contents, resolveDir: path.join(workspaceRoot, source.in), loader: 'ts' },
		outfile: unfinished,
		bundle: true,
		packages: 'external',
		// n8n-workflow works only with require: its other build names files that Node does not find.
		format: 'cjs',
		platform: 'node',
		target: 'node22.19',
		loader: { '.sql': 'text', '.html': 'text', '.css': 'text', '.svg': 'text', '.txt': 'text' },
		// Some sources read their place from `import.meta`, which no page needs.
		logLevel: 'error',
	});
	await rename(unfinished, outfile);
	/** @type {unknown} */
	const exported = createRequire(import.meta.url)(outfile);
	return exported;
}
