import type { CheerioAPI } from 'cheerio';
import { convert } from 'html-to-text';

const NOT_CONTENT = 'script, style, noscript, template, iframe, svg, nav, body > header, body > footer, form, [hidden]';

/** Plain text of what a page is about: without navigation, header and footer. Takes those out of the page given. */
export function textOfPage($: CheerioAPI): string {
	$(NOT_CONTENT).remove();
	const main = $('main, [role="main"]').first();
	return htmlToText((main.length > 0 ? main : $('body')).html() ?? '');
}

/** Plain text of HTML, with its paragraphs, lists and tables. */
export function htmlToText(html: string): string {
	return convert(html, {
		wordwrap: false,
		selectors: [
			{ selector: 'a', options: { ignoreHref: true } },
			{ selector: 'img', format: 'skip' },
			...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
			{ selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
		],
	}).trim();
}
