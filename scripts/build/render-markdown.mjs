// @ts-check
import { Marked } from 'marked';

/**
 * A page of the docs as the HTML of a main part. Tables and code scroll by themselves where they are too wide.
 * @param {string} markdown
 * @param {(href: string) => string | null} addressOf where a link leads; null: its text stays, without a link
 */
export function renderMarkdown(markdown, addressOf) {
	const marked = new Marked({
		renderer: {
			heading({ tokens, depth, text }) {
				return `<h${depth} id="${slugOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
			},
			link({ href, tokens }) {
				const text = this.parser.parseInline(tokens);
				const address = addressOf(href);
				return address === null ? text : `<a href="${address}">${text}</a>`;
			},
			image: () => '',
		},
	});
	return marked
		.parse(markdown, { async: false })
		.replaceAll('<table>', '<div class="wide" tabindex="0" role="group" aria-label="Table">\n<table>')
		.replaceAll('</table>', '</table>\n</div>')
		.replaceAll('<pre>', '<pre tabindex="0">');
}

/** The first heading of a page. @param {string} markdown @param {string} otherwise */
export function titleOf(markdown, otherwise) {
	return /^# (.+)$/m.exec(markdown)?.[1] ?? otherwise;
}

/** As GitHub names headings. @param {string} heading */
function slugOf(heading) {
	return heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N} _-]/gu, '')
		.replaceAll(' ', '-');
}

/**
 * A whole page of HTML around what was rendered. It loads nothing but its stylesheet.
 * @param {{ title: string, stylesheet: string, body: string }} page `body` with its tags
 */
export function htmlPage({ title, stylesheet, body }) {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${stylesheet}">
</head>
${body}
</html>
`;
}
