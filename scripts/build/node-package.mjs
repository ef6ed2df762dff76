// @ts-check
import { cp, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { listAt, parseJson } from '../json.mjs';

/**
 * Compiles an n8n package file by file, because n8n loads a node by the base name of its file. Files that hold types
 * alone are no code. Copies the other files beside the code: icons and codex files.
 * @param {{ folder: string, sources: string[] }} options the package's folder, and its folders of sources
 */
export async function buildNodePackage({ folder, sources }) {
	const dist = path.join(folder, 'dist');
	await rm(dist, { recursive: true, force: true });
	const files = (await Promise.all(sources.map((source) => filesBelow(path.join(folder, source))))).flat();
	const assets = files.filter((file) => /\.(svg|png|node\.json)$/.test(file));
	await build({
		entryPoints: await codeOf(folder),
		absWorkingDir: folder,
		outdir: dist,
		outbase: folder,
		// n8n requires each file, so none of them needs esbuild's note of its exports for ESM, which `node` appends.
		platform: 'neutral',
		target: 'node20.19',
		format: 'cjs',
		bundle: false,
		// Keeps a package under 150 kB. Names and lines stay as they are, so that the code can be read.
		minifySyntax: true,
		logLevel: 'warning',
	});
	await Promise.all(assets.map((file) => cp(file, path.join(dist, path.relative(folder, file)))));
}

/**
 * The sources that run: those that the manifest names, and what they import.
 * @param {string} folder of the package
 * @returns {Promise<string[]>} from that folder
 */
async function codeOf(folder) {
	const manifest = parseJson(await readFile(path.join(folder, 'package.json'), 'utf8'));
	const named = ['nodes', 'credentials'].flatMap((kind) => listAt(manifest, 'n8n', kind)).map(String);
	const { metafile } = await build({
		entryPoints: named.map((file) => file.replace(/^dist\//, '').replace(/\.js$/, '.ts')),
		absWorkingDir: folder,
		bundle: true,
		platform: 'node',
		external: ['n8n-workflow'],
		outdir: 'dist',
		write: false,
		metafile: true,
		logLevel: 'warning',
	});
	return Object.keys(metafile.inputs);
}

/** @param {string} folder */
async function filesBelow(folder) {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}
