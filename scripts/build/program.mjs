// @ts-check
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { transform } from '@swc/core';
import { build } from 'esbuild';
import { workspaceRoot } from './workspace-root.mjs';

/**
 * Bundles a program of ours into one file. Packages stay in node_modules, so that native modules and updates work. Each
 * is loaded when it is first used: a command that only asks the gateway need not load Temporal's SDK. Our own folders
 * (api, workflows) are bundled, because no package contains them.
 * @param {{ entry: string, outfile: string }} program paths below the checkout
 */
export async function buildProgram({ entry, outfile }) {
	const target = `${workspaceRoot}/${outfile}`;
	const { outputFiles } = await build({
		entryPoints: [`${workspaceRoot}/${entry}`],
		outfile: target,
		bundle: true,
		platform: 'node',
		target: 'node22.19',
		// esbuild would require all packages at the start.
		format: 'esm',
		packages: 'external',
		sourcemap: 'external',
		write: false,
		loader: { '.sql': 'text', '.html': 'text', '.css': 'text', '.svg': 'text', '.txt': 'text' },
		logLevel: 'warning',
	});
	const textOf = (/** @type {string} */ file) => outputFiles.find(({ path }) => path.endsWith(file))?.text ?? '';
	const { code, map } = await transform(textOf('.js'), {
		swcrc: false,
		configFile: false,
		isModule: true,
		jsc: { target: 'es2022', parser: { syntax: 'ecmascript' } },
		module: { type: 'commonjs', lazy: true },
		sourceMaps: true,
		inputSourceMap: textOf('.map'),
	});
	// esbuild makes it only if it writes itself.
	await mkdir(dirname(target), { recursive: true });
	await Promise.all([
		writeFile(target, `#!/usr/bin/env node\n${code}\n//# sourceMappingURL=${basename(target)}.map\n`),
		writeFile(`${target}.map`, map ?? ''),
	]);
	await chmod(target, 0o755);
}
