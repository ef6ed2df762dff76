// @ts-check
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { buildHelp } from './help.mjs';
import { workspaceRoot } from './workspace-root.mjs';

const SOURCES = `${workspaceRoot}/worker/gateway/console`;
const TARGET = `${workspaceRoot}/worker/dist/console`;

/** The browsers of the last three years. */
const BROWSERS = ['chrome115', 'firefox115', 'safari16.4'];

/**
 * Bundles the gateway's console: one script, one sheet, the page that loads them, and the licences of what is inside; and
 * the script of the review page; and the help.
 */
export async function buildConsole() {
	const { metafile } = await build({
		entryPoints: [
			{ in: `${SOURCES}/main.tsx`, out: 'console' },
			{ in: `${SOURCES}/review-page.ts`, out: 'review' },
			`${SOURCES}/console.css`,
		],
		outdir: TARGET,
		absWorkingDir: workspaceRoot,
		bundle: true,
		minify: true,
		format: 'esm',
		platform: 'browser',
		target: BROWSERS,
		tsconfig: `${SOURCES}/tsconfig.json`,
		metafile: true,
		logLevel: 'warning',
	});
	await copyFile(`${SOURCES}/index.html`, `${TARGET}/index.html`);
	await buildHelp(TARGET);
	await writeFile(`${TARGET}/LICENSES.txt`, await licencesOf(Object.keys(metafile.inputs)));
}

/** @param {string[]} inputs paths of the bundled files */
async function licencesOf(inputs) {
	const found = inputs.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
	const names = [...new Set(found.filter((name) => name !== undefined))].sort();
	const texts = names.map(async (name) => {
		const text = await readFile(`${workspaceRoot}/node_modules/${name}/LICENSE`, 'utf8');
		return `${name}\n\n${text.trim()}\n`;
	});
	return (await Promise.all(texts)).join('\n---\n\n');
}
