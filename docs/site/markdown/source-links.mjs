// @ts-check
import { posix } from 'node:path';

/**
 * Makes the links of a page work on the site. The pages are written for the repository: a link names a file. A link to
 * another page leads to it, a picture to its copy, and a link to any other file to the repository.
 * @param {import('markdown-it').default} markdown
 * @param {import('../../../scripts/docs/site-data.mjs').SiteData} site
 */
export function sourceLinks(markdown, { sources, repository }) {
	const sourceOf = new Map(Object.entries(sources).map(([source, staged]) => [staged, source]));
	markdown.core.ruler.push('source-links', ({ tokens, env }) => {
		const source = sourceOf.get(String(env.relativePath));
		if (source === undefined) return;
		for (const token of tokens.flatMap(({ children }) => children ?? [])) {
			const attribute = { link_open: 'href', image: 'src' }[token.type];
			const address = attribute === undefined ? null : token.attrGet(attribute);
			if (attribute === undefined || address === null || /^([a-z]+:|#)/i.test(address)) continue;
			const [file = '', anchor] = address.split('#');
			const target = posix.join(posix.dirname(source), decodeURI(file)).replace(/\/$/, '');
			token.attrSet(attribute, withAnchor(addressOf(target), anchor));
		}
	});

	/** @param {string} file from the repository's root */
	function addressOf(file) {
		const page = sources[file] ?? sources[posix.join(file, 'README.md')];
		if (page !== undefined) return `/${page}`;
		if (file.startsWith('docs/images/')) return `/images/${posix.basename(file)}`;
		return `${repository}/blob/main/${file}`;
	}
}

/**
 * @param {string} address
 * @param {string | undefined} anchor
 */
function withAnchor(address, anchor) {
	return anchor === undefined ? address : `${address}#${anchor}`;
}
