// @ts-check
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { htmlPage, renderMarkdown, titleOf } from './render-markdown.mjs';
import { workspaceRoot } from './workspace-root.mjs';

/** The pages of the docs that the gateway serves as help, and their paths there. They need no internet. */
export const PAGES = new Map([
	['docs/pages.md', '/help'],
	['docs/tasks.md', '/help/tasks'],
	['docs/notifications.md', '/help/notifications'],
]);

/** Writes each page of the help as HTML: `/help/tasks` as help-tasks.html. @param {string} folder */
export async function buildHelp(folder) {
	const pages = [...PAGES].map(async ([source, address]) => {
		const html = pageOf(source, address, await readFile(`${workspaceRoot}/${source}`, 'utf8'));
		await writeFile(`${folder}/${address.slice(1).replace('/', '-')}.html`, html);
	});
	await Promise.all(pages);
}

/**
 * @param {string} source
 * @param {string} page its path at the gateway
 * @param {string} markdown
 */
function pageOf(source, page, markdown) {
	const title = titleOf(markdown, 'Help');
	const content = renderMarkdown(markdown, (href) => addressOf(source, page, href));
	return htmlPage({
		title,
		stylesheet: linkFrom(page, '/console/console.css'),
		body: `<body>
<main class="help">
${content}</main>
</body>`,
	});
}

/**
 * Where a link of a page leads at the gateway. A page that the gateway does not serve becomes plain text.
 * @param {string} source
 * @param {string} page
 * @param {string} href
 */
function addressOf(source, page, href) {
	if (/^(https?:|#)/.test(href)) return href;
	const [file = '', anchor] = href.split('#');
	const address = PAGES.get(path.posix.join(path.posix.dirname(source), file));
	if (address === undefined) return null;
	const link = linkFrom(page, address);
	return anchor === undefined ? link : `${link}#${anchor}`;
}

/**
 * A path relative to a page, because the gateway may be public below a path of which it does not know.
 * @param {string} page
 * @param {string} address
 */
function linkFrom(page, address) {
	const folder = path.posix.relative(path.posix.dirname(page), path.posix.dirname(address));
	return path.posix.join(folder, path.posix.basename(address));
}
