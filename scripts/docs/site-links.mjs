// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'cheerio';

/**
 * A page of the built site.
 * @typedef {object} BuiltPage
 * @property {string} file below the site's folder
 * @property {string} title the text of its first heading; empty if the page shows none
 * @property {Set<string>} ids what links can lead to within it
 * @property {string[]} links addresses of links, as written
 * @property {string[]} pictures addresses of pictures, as written
 * @property {string[]} navigation the links of the bar and the sidebar
 */

/**
 * @param {string} folder of the built site
 * @returns {BuiltPage[]}
 */
export function builtPages(folder) {
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.html'))
		.map((file) => {
			const $ = load(readFileSync(path.join(folder, file), 'utf8'));
			const addresses = (/** @type {string} */ selector, /** @type {string} */ attribute) =>
				$(selector)
					.toArray()
					.flatMap((element) => $(element).attr(attribute) ?? []);
			return {
				file: file.split(path.sep).join('/'),
				title: $('.vp-doc h1').first().text(),
				ids: new Set(addresses('[id]', 'id')),
				links: addresses('a[href]', 'href'),
				pictures: addresses('img[src]', 'src'),
				navigation: addresses('nav a[href], .VPSidebar a[href], .VPHome a[href]', 'href'),
			};
		});
}

/**
 * The file of the site that an address leads to.
 * @param {string} address as a page writes it
 * @param {string} from the page's file
 * @returns {{ file: string, anchor: string } | null} null for an address outside the site
 */
export function targetOf(address, from) {
	const base = 'http://site.invalid/';
	const url = new URL(address, base + from);
	if (url.origin !== new URL(base).origin) return null;
	const file = decodeURIComponent(url.pathname)
		.replace(/^\//, '')
		.replace(/(^|\/)$/, '$1index.html');
	return {
		file: path.posix.extname(file) === '' ? `${file}.html` : file,
		anchor: decodeURIComponent(url.hash.slice(1)),
	};
}

/**
 * Links and pictures that lead nowhere, anchors included.
 * @param {string} folder of the built site
 * @param {readonly BuiltPage[]} pages
 * @returns {string[]} one line each
 */
export function deadAddresses(folder, pages) {
	const known = new Map(pages.map((page) => [page.file, page]));
	return pages.flatMap(({ file, links, pictures }) => [
		...links.flatMap((link) => {
			const target = targetOf(link, file);
			if (target === null) return [];
			const page = known.get(target.file);
			if (page === undefined && !existsSync(path.join(folder, target.file))) return [`${file}: ${link} leads nowhere`];
			const isThere = target.anchor === '' || page === undefined || page.ids.has(target.anchor);
			return isThere ? [] : [`${file}: ${link} names no heading of ${target.file}`];
		}),
		...pictures.flatMap((picture) => {
			const target = targetOf(picture, file);
			return target === null || existsSync(path.join(folder, target.file)) ? [] : [`${file}: ${picture} is missing`];
		}),
	]);
}
