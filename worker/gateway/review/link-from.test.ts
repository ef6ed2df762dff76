import { linkFrom } from './link-from';

const PATHS = ['/', '/review/style.css', '/console/review.js', '/review/token', '/review/a%2Fb'];

describe.each(['/', '/review', '/review/', '/review/token', '/review/token/change', '/review/a%2Fb/c/d/?e=/f/g'])(
	'on the page %s',
	(page) => {
		test.each(['', '/agent-knowledge', '/a/b'])('links lead to the gateway below "%s"', (below) => {
			for (const path of PATHS)
				expect(new URL(linkFrom(page, path), `https://tasks.example.com${below}${page}`).pathname).toBe(below + path);
		});
	},
);
