import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { siteData } from '../../../scripts/docs/site-data.mjs';
import { builtPages, deadAddresses, targetOf } from '../../../scripts/docs/site-links.mjs';

/** `npm run docs:build` makes it. */
const SITE = join(workspaceRoot, 'dist/docs');
const pages = builtPages(SITE);

/** Pages that only the builder of the site or a program reads. */
const NO_PAGES = /^docs\/site\//;

it('has every page of the repository that the navigation lists, and a home page', async () => {
	const { sources } = await siteData();
	const expected = Object.values(sources).map((page) => page.replace(/\.md$/, '.html'));
	expect(pages.map(({ file }) => file).sort()).toEqual([...expected, 'index.html', '404.html'].sort());
	expect(expected.length).toBeGreaterThan(50);
});

it('lists every page of docs/', async () => {
	const { sources } = await siteData();
	const files = readdirSync(join(workspaceRoot, 'docs'), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.md'))
		.map((name) => `docs/${name}`)
		.filter((file) => !NO_PAGES.test(file));
	expect(files.filter((file) => !(file in sources))).toEqual([]);
});

it('shows the text of each page', () => {
	const shown = pages.filter(({ file }) => file !== 'index.html' && file !== '404.html');
	expect(shown.filter(({ title }) => title === '').map(({ file }) => file)).toEqual([]);
});

it('has no dead link, no link to a missing heading and no missing picture', () => {
	expect(deadAddresses(SITE, pages)).toEqual([]);
	expect(pages.flatMap(({ pictures }) => pictures).length).toBeGreaterThan(20);
});

it('leads from the home page to every page by its navigation', () => {
	const reached = new Set<string>();
	const open = ['index.html'];
	for (let file = open.pop(); file !== undefined; file = open.pop()) {
		if (reached.has(file)) continue;
		reached.add(file);
		const here = file;
		const { navigation } = pages.find((page) => page.file === here) ?? { navigation: [] };
		open.push(...navigation.flatMap((link) => targetOf(link, here)?.file ?? []));
	}
	const missed = pages.map(({ file }) => file).filter((file) => file !== '404.html' && !reached.has(file));
	expect(missed).toEqual([]);
});

describe('the check of links', () => {
	const page = (file: string, links: string[], ids: string[] = []) => ({
		file,
		title: 'A page',
		links,
		ids: new Set(ids),
		pictures: [],
		navigation: [],
	});

	it('finds a missing page, a missing heading and a missing picture', () => {
		const wrong = [page('a.html', ['/gone.html', './b.html#here', './b.html#there']), page('b.html', [], ['here'])];
		expect(deadAddresses('/nowhere', wrong)).toEqual([
			'a.html: /gone.html leads nowhere',
			'a.html: ./b.html#there names no heading of b.html',
		]);
		const picture = { ...page('c.html', []), pictures: ['/images/none.png'] };
		expect(deadAddresses('/nowhere', [picture])).toEqual(['c.html: /images/none.png is missing']);
	});
});
