// @ts-check
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { listAt, parseJson, textAt, valueAt } from '../json.mjs';

/**
 * What the configuration of the documentation site reads.
 * @typedef {object} SiteData
 * @property {string} title
 * @property {string} description
 * @property {string} base the path below which the site is served, with slashes around it
 * @property {string} repository its address
 * @property {Record<string, string>} sources the page on the site, by its file in the repository
 * @property {NavItem[]} nav the bar at the top
 * @property {SidebarGroup[]} sidebar
 *
 * @typedef {{ text: string, link: string }} Link
 * @typedef {{ text: string, items: Link[] }} NavItem
 * @typedef {{ text: string, collapsed: boolean, items: Link[] }} SidebarGroup
 */

/** Pages whose file name says nothing on the site. */
const OTHER_NAMES = /** @type {Record<string, string>} */ ({
	'README.md': 'overview.md',
	'docs/README.md': 'documentation.md',
});

/** Groups that the bar at the top shows, too. */
const IN_NAV = ['By role', 'Start', 'Reference'];

/**
 * Reads docs/site/navigation.json, which lists the pages of the site in their order, and the title of each page.
 * @param {{ base?: string }} [options]
 * @returns {Promise<SiteData>}
 * @throws {Error} when a page is listed twice, or has no title
 */
export async function siteData({ base = '/' } = {}) {
	const navigation = parseJson(await readFile(path.join(workspaceRoot, 'docs/site/navigation.json'), 'utf8'));
	/** @type {Record<string, string>} */
	const sources = {};
	/** @type {SidebarGroup[]} */
	const sidebar = [];
	for (const group of listAt(navigation, 'groups')) {
		/** @type {Link[]} */
		const items = [];
		for (const file of await filesOf(listAt(group, 'pages').map(String))) {
			if (file in sources) throw new Error(`docs/site/navigation.json lists ${file} twice. Remove one.`);
			const page = stagedName(file);
			sources[file] = page;
			items.push({ text: await titleOf(file), link: `/${page.replace(/(index)?\.md$/, '')}` });
		}
		sidebar.push({
			text: textAt(group, 'title'),
			collapsed: valueAt(group, 'folded') === true,
			items,
		});
	}
	const manifest = parseJson(await readFile(path.join(workspaceRoot, 'package.json'), 'utf8'));
	return {
		title: textAt(navigation, 'title'),
		description: textAt(navigation, 'description'),
		base,
		repository: textAt(manifest, 'repository', 'url').replace(/\.git$/, ''),
		sources,
		nav: sidebar.filter(({ text }) => IN_NAV.includes(text)).map(({ text, items }) => ({ text, items })),
		sidebar,
	};
}

/**
 * @param {string} file from the repository's root
 * @returns {string} the same page on the site
 */
function stagedName(file) {
	return OTHER_NAMES[file] ?? file.replace(/^docs\//, '').replace(/README\.md$/, 'index.md');
}

/**
 * `folder/*.md` stands for the pages of a folder, its README excluded.
 * @param {string[]} patterns
 * @returns {Promise<string[]>}
 */
async function filesOf(patterns) {
	const files = await Promise.all(
		patterns.map(async (pattern) => {
			if (!pattern.endsWith('/*.md')) return [pattern];
			const folder = path.posix.dirname(pattern);
			const names = await readdir(path.join(workspaceRoot, folder));
			return names
				.filter((name) => name.endsWith('.md') && name !== 'README.md')
				.sort()
				.map((name) => `${folder}/${name}`);
		}),
	);
	return files.flat();
}

/** @param {string} file */
async function titleOf(file) {
	const [, title] = /^# (.+)$/m.exec(await readFile(path.join(workspaceRoot, file), 'utf8')) ?? [];
	if (title === undefined) throw new Error(`${file} has no title. Begin it with a line "# …".`);
	return title.replaceAll('`', '');
}
