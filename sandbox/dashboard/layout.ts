import { html } from 'hono/html';
import { type Html, MENU, type Page } from './page';

/** A page within its frame. Parts with `data-live` are kept up to date by live.js. */
export function layout({ title, menu, content }: Page): Html {
	return html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<title>${title} · Agent Knowledge sandbox</title>
				<link rel="icon" href="data:," />
				<link rel="stylesheet" href="/dashboard/files/style.css" />
				<script type="module" src="/dashboard/files/live.js"></script>
			</head>
			<body>
				<header>
					<a class="brand" href="/">Agent Knowledge sandbox</a>
					<nav aria-label="Dashboard">
						${Object.entries(MENU).map(
							([href, name]) => html`<a href="${href}" ${href === menu ? html`aria-current="page"` : ''}>${name}</a>`,
						)}
					</nav>
				</header>
				<main>
					<h1>${title}</h1>
					${content}
				</main>
			</body>
		</html>`;
}
