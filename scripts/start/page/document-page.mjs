// @ts-check
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { htmlPage, renderMarkdown, titleOf } from '../../build/render-markdown.mjs';
import { workspaceRoot } from '../../build/workspace-root.mjs';

/**
 * A page of the docs for a browser, with its links and its headings.
 * @param {string} name below docs/, without .md
 * @returns {Promise<string | null>} null if there is no such page
 */
export async function documentPage(name) {
	const markdown = await readFile(path.join(workspaceRoot, 'docs', `${name}.md`), 'utf8').catch(() => null);
	if (markdown === null) return null;
	const title = titleOf(markdown, 'Documentation');
	const content = renderMarkdown(markdown, (href) => addressOf(name, href));
	return htmlPage({
		title,
		stylesheet: '/page.css',
		body: `<body class="document">
<p><a href="/">Start page</a></p>
<main>
${content}</main>
</body>`,
	});
}

/**
 * Where a link of a page leads. What stands outside docs/ becomes plain text.
 * @param {string} from
 * @param {string} href
 */
function addressOf(from, href) {
	if (/^(https?:|#)/.test(href)) return href;
	const [file = '', anchor] = href.split('#');
	const target = path.posix.join(path.posix.dirname(from), file);
	if (target.startsWith('..') || !target.endsWith('.md')) return null;
	return `/docs/${target.slice(0, -'.md'.length)}${anchor === undefined ? '' : `#${anchor}`}`;
}
