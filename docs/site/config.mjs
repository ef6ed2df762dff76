// @ts-check
/** VitePress's configuration. scripts/docs/build-site.mjs copies it, with site.json, beside the pages that it stages. */
import { readFileSync } from 'node:fs';
import { slug } from 'github-slugger';
import { literalCode } from './markdown/literal-code.mjs';
import { mermaidFences } from './markdown/mermaid-fences.mjs';
import { sourceLinks } from './markdown/source-links.mjs';

/** @type {import('../../scripts/docs/site-data.mjs').SiteData} */
const site = JSON.parse(readFileSync(new URL('site.json', import.meta.url), 'utf8'));

export default {
	title: site.title,
	description: site.description,
	lang: 'en',
	base: site.base,
	cleanUrls: false,
	markdown: {
		// Braces are text on GitHub, so they are text here.
		attrs: { disable: true },
		// The ids of headings on GitHub, so that a link works in both places.
		anchor: { slugify: slug },
		config: (/** @type {import('markdown-it').default} */ markdown) => {
			sourceLinks(markdown, site);
			mermaidFences(markdown);
			literalCode(markdown);
		},
	},
	themeConfig: {
		nav: site.nav,
		sidebar: site.sidebar,
		outline: [2, 3],
		search: { provider: 'local' },
		socialLinks: [{ icon: 'github', link: site.repository }],
		footer: { message: 'MIT licence' },
	},
	// Mermaid is one large file. It loads on pages with a diagram only.
	vite: { build: { chunkSizeWarningLimit: 4_000 } },
};
