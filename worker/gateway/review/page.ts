import { html } from 'hono/html';

/** HTML in which every value was escaped. */
export type Html = ReturnType<typeof html>;

export interface Page {
	title: string;
	content: Html;
}

/** A page without any script; its one style sheet, which begins with the pages' own, is served beside it. */
export async function renderPage({ title, content }: Page): Promise<string> {
	const page = html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="robots" content="noindex" />
				<title>${title}</title>
				<link rel="icon" href="data:," />
				<link rel="stylesheet" href="/review/style.css" />
			</head>
			<body>
				<main>${content}</main>
			</body>
		</html>`;
	return String(await page);
}
