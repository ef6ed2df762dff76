// @ts-check
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { workspaceRoot } from '../build/workspace-root.mjs';

/**
 * Lays out an empty folder as VitePress expects it: the pages under their names on the site, the pictures, the
 * configuration, and the installed tools. The repository itself has its pages where readers of the code look for them.
 * @param {{ folder: string, tooling: string, site: import('./site-data.mjs').SiteData }} options
 */
export async function stageSite({ folder, tooling, site }) {
	for (const [file, page] of Object.entries(site.sources)) {
		const target = path.join(folder, page);
		await mkdir(path.dirname(target), { recursive: true });
		await cp(path.join(workspaceRoot, file), target);
	}
	const own = path.join(workspaceRoot, 'docs/site');
	await cp(path.join(own, 'index.md'), path.join(folder, 'index.md'));
	for (const part of ['config.mjs', 'theme', 'markdown'])
		await cp(path.join(own, part), path.join(folder, '.vitepress', part), { recursive: true });
	await writeFile(path.join(folder, '.vitepress/site.json'), JSON.stringify(site));
	await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
	await symlink(path.join(tooling, 'node_modules'), path.join(folder, 'node_modules'), 'dir');
	await stagePictures(path.join(folder, 'public/images'));
}

/** @param {string} folder */
async function stagePictures(folder) {
	await mkdir(folder, { recursive: true });
	const from = path.join(workspaceRoot, 'docs/images');
	for (const name of await readdir(from)) await cp(path.join(from, name), path.join(folder, name));
}
