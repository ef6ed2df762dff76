// @ts-check
import { cp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

/**
 * Compiles an n8n package file by file, because n8n loads a node by the base name of its file. Copies the other files
 * beside the code: icons and codex files.
 * @param {{ folder: string, sources: string[] }} options the package's folder, and its folders of sources
 */
export async function buildNodePackage({ folder, sources }) {
	const dist = path.join(folder, 'dist');
	await rm(dist, { recursive: true, force: true });
	const files = (await Promise.all(sources.map((source) => filesBelow(path.join(folder, source))))).flat();
	const code = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
	const assets = files.filter((file) => /\.(svg|png|node\.json)$/.test(file));
	await build({
		entryPoints: code,
		outdir: dist,
		outbase: folder,
		platform: 'node',
		target: 'node20.19',
		format: 'cjs',
		bundle: false,
		logLevel: 'warning',
	});
	await Promise.all(assets.map((file) => cp(file, path.join(dist, path.relative(folder, file)))));
}

/** @param {string} folder */
async function filesBelow(folder) {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}
