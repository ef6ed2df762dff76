// @ts-check
import { chmod } from 'node:fs/promises';
import { build } from 'esbuild';
import { workspaceRoot } from './workspace-root.mjs';

/**
 * Bundles a program of ours into one file. Packages stay in node_modules, so that native modules and updates work. Our
 * own folders (api, workflows) are bundled, because no package contains them.
 * @param {{ entry: string, outfile: string }} program paths below the checkout
 */
export async function buildProgram({ entry, outfile }) {
	const target = `${workspaceRoot}/${outfile}`;
	await build({
		entryPoints: [`${workspaceRoot}/${entry}`],
		outfile: target,
		bundle: true,
		platform: 'node',
		target: 'node22.19',
		format: 'cjs',
		packages: 'external',
		sourcemap: true,
		loader: { '.sql': 'text', '.html': 'text', '.css': 'text', '.svg': 'text', '.txt': 'text' },
		banner: { js: '#!/usr/bin/env node' },
		logLevel: 'warning',
	});
	await chmod(target, 0o755);
}
