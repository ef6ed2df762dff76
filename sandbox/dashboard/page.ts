import type { FastifyReply } from 'fastify';
import { html } from 'hono/html';
import { visibleLine } from '../../api';

/** HTML in which every value was escaped. */
export type Html = ReturnType<typeof html>;

/** The entries of the menu, by their addresses. */
const MENU = {
	'/': 'Agents',
	'/dashboard/inbox': 'Inbox',
	'/dashboard/leads': 'Leads',
	'/dashboard/mail': 'Mail',
	'/dashboard/keys': 'API keys',
	'/dashboard/plan': 'Plan',
	'/dashboard/requests': 'Requests',
	'/dashboard/faults': 'Faults and clock',
	'/dashboard/generate': 'Generate',
	'/dashboard/visitors': 'Visitors',
} as const;

export interface Page {
	title: string;
	/** The entry of the menu it belongs to. */
	menu: keyof typeof MENU;
	content: Html;
}

/** A page within its frame. Parts with `data-live` are kept up to date by live.js. */
function layout({ title, menu, content }: Page): Html {
	return html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<title>${visibleLine(title)} · Agent Knowledge sandbox</title>
				<link rel="icon" href="data:," />
				<link rel="stylesheet" href="/dashboard/files/style.css" />
				<script type="module" src="/dashboard/files/live.js"></script>
			</head>
			<body>
				<a class="skip" href="#content">Skip to the content</a>
				<header>
					<a class="brand" href="/">Agent Knowledge sandbox</a>
					<nav aria-label="Dashboard">
						${Object.entries(MENU).map(
							([href, name]) => html`<a href="${href}" ${href === menu ? html`aria-current="page"` : ''}>${name}</a>`,
						)}
					</nav>
				</header>
				<main id="content" tabindex="-1">
					<h1>${title}</h1>
					${content}
				</main>
			</body>
		</html>`;
}

export async function sendPage(reply: FastifyReply, page: Page): Promise<FastifyReply> {
	const body = String(await layout(page));
	return reply.type('text/html; charset=utf-8').send(body);
}
