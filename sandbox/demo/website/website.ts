import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import layout from './layout.html';
import about from './pages/about.html';
import askUs from './pages/ask-us.html';
import contact from './pages/contact.html';
import faq from './pages/faq.html';
import fellBackpack from './pages/fell-backpack.html';
import giftCards from './pages/gift-cards.html';
import home from './pages/home.html';
import privacy from './pages/privacy.html';
import repairs from './pages/repairs.html';
import returns from './pages/returns.html';
import shipping from './pages/shipping.html';
import shop from './pages/shop.html';
import sizes from './pages/sizes.html';
import skerryJacket from './pages/skerry-jacket.html';
import wholesale from './pages/wholesale.html';
import style from './style.css';

interface SitePage {
	path: string;
	title: string;
	/** HTML of the main part. */
	content: string;
	/** Asks not to be indexed. */
	noindex?: boolean;
}

/** The invented shop. Only the sitemap links to /wholesale. /spring-catalogue is linked but does not exist. */
const sitePages: readonly SitePage[] = [
	{ path: '/', title: 'Home', content: home },
	{ path: '/shop', title: 'Shop', content: shop },
	{ path: '/shop/skerry-jacket', title: 'Skerry rain jacket', content: skerryJacket },
	{ path: '/shop/fell-backpack', title: 'Fell backpack', content: fellBackpack },
	{ path: '/shipping', title: 'Shipping', content: shipping },
	{ path: '/returns', title: 'Returns', content: returns },
	{ path: '/sizes', title: 'Size guide', content: sizes },
	{ path: '/faq', title: 'Frequently asked questions', content: faq },
	{ path: '/contact', title: 'Contact', content: contact },
	{ path: '/about', title: 'About us', content: about },
	{ path: '/repairs', title: 'Repairs', content: repairs },
	{ path: '/gift-cards', title: 'Gift cards', content: giftCards },
	{ path: '/wholesale', title: 'Wholesale', content: wholesale },
	{ path: '/privacy', title: 'Privacy', content: privacy, noindex: true },
];

const ROBOTS_META = '<meta name="robots" content="noindex">';

export interface WebsiteOptions {
	/**
	 * The address of the API, which serves the widget. Called at each request, because the website starts before the
	 * API.
	 */
	apiUrl: () => string;
}

/** The form of the script that the page shows, for each agent: `/ask-us?agent=agent_sales`. */
const WIDGETS = {
	agent_support: { lead: 'Order number', other: 'agent_sales', words: 'Talk to sales instead' },
	agent_sales: { lead: 'Company', other: 'agent_support', words: 'Talk to support instead' },
} as const;
const agentSchema = z.looseObject({ agent: z.enum(['agent_support', 'agent_sales']).catch('agent_support') });

function widgetFor(query: unknown): string {
	const { agent } = agentSchema.parse(query);
	const { lead, other, words } = WIDGETS[agent];
	return `<p><a href="/ask-us?agent=${other}">${words}</a></p><script src="{{apiUrl}}/widget.js" data-agent-id="${agent}" data-lead-fields="${lead}"></script>`;
}

/**
 * The sandbox's website for the crawler. It has a page that robots.txt forbids, a page that must not be indexed, a page
 * that only the sitemap knows, a redirect, and a broken link.
 */
export function website(app: FastifyInstance, { apiUrl }: WebsiteOptions, done: () => void): void {
	for (const page of sitePages) {
		app.get(page.path, (_request, reply) => reply.type('text/html; charset=utf-8').send(render(page)));
	}
	app.get('/delivery', (_request, reply) => reply.redirect('/shipping', 301));
	app.get('/staff/rota', (_request, reply) =>
		reply
			.type('text/html; charset=utf-8')
			.send(render({ path: '/staff/rota', title: 'Staff', content: '<h1>Rota</h1><p>Not for crawlers.</p>' })),
	);
	// Only for visitors: nothing links to it, so training runs do not read it.
	app.get('/ask-us', ({ query }, reply) =>
		reply.type('text/html; charset=utf-8').send(
			render({
				path: '/ask-us',
				title: 'Ask us',
				noindex: true,
				content: `${askUs}${widgetFor(query)}`.replaceAll('{{apiUrl}}', apiUrl()),
			}),
		),
	);
	app.get('/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
	app.get('/robots.txt', (request, reply) =>
		reply
			.type('text/plain')
			.send(`User-agent: *\nDisallow: /staff/\n\nSitemap: ${originOf(request.host)}/sitemap.xml\n`),
	);
	app.get('/sitemap.xml', (request, reply) => reply.type('application/xml').send(sitemap(originOf(request.host))));
	app.setNotFoundHandler((_request, reply) =>
		reply
			.code(404)
			.type('text/html; charset=utf-8')
			.send(render({ path: '', title: 'Not found', content: '<h1>Not found</h1><p>This page does not exist.</p>' })),
	);
	done();
}

/** The pages that a training run reads, as the website serves them. */
export function websitePages(): { path: string; html: string }[] {
	return sitePages.filter(({ noindex }) => !noindex).map((page) => ({ path: page.path, html: render(page) }));
}

function originOf(host: string): string {
	return `http://${host}`;
}

function render({ title, content, noindex }: SitePage): string {
	return layout
		.replace('{{title}}', title)
		.replace('{{head}}', noindex ? ROBOTS_META : '')
		.replace('{{content}}', content);
}

function sitemap(origin: string): string {
	const named = sitePages.filter((page) => !page.noindex).map((page) => `<url><loc>${origin}${page.path}</loc></url>`);
	return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${named.join('')}</urlset>
`;
}
