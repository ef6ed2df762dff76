import { marked } from 'marked';
import sanitizeHtml from 'sanitize-html';

/** The elements that Markdown can produce, and nothing that runs, loads or imitates the page around it. */
const ALLOWED: sanitizeHtml.IOptions = {
	allowedTags: [
		...['p', 'br', 'hr', 'strong', 'em', 'del', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'a'],
		...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
	],
	allowedAttributes: { a: ['href', 'target', 'rel'], ol: ['start'] },
	allowedSchemes: ['http', 'https', 'mailto', 'tel'],
	allowProtocolRelative: false,
	transformTags: {
		a: sanitizeHtml.simpleTransform('a', { target: '_blank', rel: 'noopener noreferrer nofollow' }),
	},
	// A tag in the Markdown is shown as text, without its attributes.
	disallowedTagsMode: 'escape',
};

/** Converts the Markdown of replies and of visitors to HTML that is safe in a page. */
export function safeHtml(markdown: string): string {
	return sanitizeHtml(marked.parse(markdown, { async: false, gfm: true, breaks: true }), ALLOWED);
}
