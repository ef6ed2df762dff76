import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { cpuMsOf } from '../../../test/support/time/cpu-time';
import { useProxyVariables } from '../../../test/support/outward-proxy/proxy-variables';
import { type Listening, listen } from '../../../test/support/network/listen';
import { collectRows } from '../rows/read-item';
import { found } from '../testing/read';
import { addressFilter } from './address-patterns';
import { parseSitemap } from './parse-sitemap';
import { type ParseSitemap, readSitemap, type SitemapOptions } from './read-sitemap';

/** Parses in the process of the test. */
const parseHere: ParseSitemap = async (path, pages) => {
	const lines: string[] = [];
	const sitemap = await parseSitemap(path, (page) => lines.push(`${JSON.stringify(page)}\n`));
	await writeFile(pages, lines.join(''));
	return sitemap;
};

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

let site: Listening;
let files: Record<string, string | Buffer | { location: string }>;
beforeEach(async () => {
	files = {};
	site = await listen(
		createServer(({ url = '' }, response) => {
			const file = files[url];
			if (file === undefined) response.writeHead(404).end();
			else if (typeof file === 'object' && 'location' in file) response.writeHead(302, file).end();
			else response.end(file);
		}),
	);
});
afterEach(() => site.close());

const urlset = (...paths: string[]) =>
	`<urlset xmlns="${NAMESPACE}">${paths.map((path) => `<url>\n<loc>\n ${site.url}${path}\n</loc></url>`).join('')}</urlset>`;
const index = (...paths: string[]) =>
	`<sitemapindex xmlns="${NAMESPACE}">${paths.map((path) => `<sitemap><loc>${site.url}${path}</loc></sitemap>`).join('')}</sitemapindex>`;

async function pages(options: Partial<SitemapOptions> = {}, path = '/sitemap.xml') {
	const { rows, refused, broken } = await found(
		readSitemap(site.url + path, { parse: parseHere, hosts: { hosts: [site.host] }, ...options }),
	);
	const short = (text: string) => text.replaceAll(site.url, '');
	return {
		rows: rows.map((row) => short((row as { url: string }).url)),
		refused: refused.map(short),
		broken: broken.map(short),
	};
}

it('reads an index, a compressed sitemap, and prefixes of the namespace, each page once', async () => {
	files = {
		'/sitemap.xml': index('/a.xml', '/b.xml.gz', '/c.xml', '/sitemap.xml'),
		'/a.xml': `\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n${urlset('/one', '/two?a=1&amp;b=2')}`,
		'/b.xml.gz': gzipSync(urlset('/three', '/one')),
		'/c.xml': `<sm:urlset xmlns:sm="${NAMESPACE}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
			<sm:url><sm:loc><![CDATA[${site.url}/four]]></sm:loc>
			<image:image><image:loc>${site.url}/picture.png</image:loc></image:image></sm:url></sm:urlset>`,
	};
	expect(await pages()).toEqual({ rows: ['/one', '/two?a=1&b=2', '/three', '/four'], refused: [], broken: [] });
});

it('names broken parts, and counts the rest', async () => {
	files = {
		'/sitemap.xml': index('/gone.xml', '/half.xml', '/page.xml', '/bad.xml.gz', '/good.xml').replace(
			'</sitemapindex>',
			'<sitemap/></sitemapindex>',
		),
		'/half.xml': urlset('/one', '/two').slice(0, -30),
		'/page.xml': '<!DOCTYPE html><html><body>Not found</body></html>',
		'/bad.xml.gz': gzipSync(urlset('/x')).subarray(0, 40),
		'/good.xml': urlset('/three'),
	};
	const { rows, broken } = await pages();
	expect(rows).toEqual(['/one', '/three']);
	expect(broken).toEqual([
		expect.stringMatching(/^\/sitemap.xml, row 6: The sitemap names a sitemap without a valid address/),
		expect.stringMatching(/^\/gone.xml: The sitemap responded with status 404/),
		expect.stringMatching(/^\/half.xml: The sitemap is no valid XML in line \d+, so that pages may be missing/),
		expect.stringMatching(/^\/page.xml: The sitemap is an HTML page/),
		expect.stringMatching(/^\/bad.xml.gz: The sitemap is a damaged .gz file/),
	]);
});

it('includes and excludes by path, by whole address, and by decoded letters', async () => {
	files = { '/sitemap.xml': urlset('/help/a', '/help/deep/b', '/help/intern/c', '/shop/d', '/pr%C3%BCfung', '/') };
	expect((await pages({ include: ['/help/**'], exclude: ['/help/intern/**'] })).rows).toEqual([
		'/help/a',
		'/help/deep/b',
	]);
	expect((await pages({ include: ['/help/*', '/prüfung'] })).rows).toEqual(['/help/a', '/pr%C3%BCfung']);
	expect((await pages({ include: [`${site.url}/shop/**`] })).rows).toEqual(['/shop/d']);
	expect((await pages({ exclude: ['/**'] })).rows).toEqual([]);
});

it('refuses pages without an address, of other hosts, and what is none', async () => {
	const more = '<url/><url><loc>https://other.example/x</loc></url><url><loc>/relative</loc></url></urlset>';
	files = { '/sitemap.xml': urlset('/one').replace('</urlset>', more) };
	const { rows, refused } = await pages();
	expect(rows).toEqual(['/one']);
	expect(refused).toEqual([
		'/sitemap.xml, row 2: loc is missing',
		expect.stringMatching(/^\/sitemap.xml, row 3: loc is on another host than the sitemap/),
		'/sitemap.xml, row 4: url must be an http:// or https:// address',
	]);
	expect((await pages({ otherHosts: true })).rows).toEqual(['/one', 'https://other.example/x']);
});

it('stops at its limits, and says so', async () => {
	files = {
		'/sitemap.xml': urlset(...Array.from({ length: 50_001 }, () => '/same')),
		'/1.xml': index('/2.xml'),
		'/2.xml': index('/3.xml'),
		'/3.xml': index('/4.xml'),
		'/many.xml': urlset(...Array.from({ length: 20_001 }, (_, page) => `/${page}`)),
		'/wide.xml': index(...Array.from({ length: 201 }, (_, each) => `/wide.xml?${each}`)),
	};
	expect(await pages()).toMatchObject({
		rows: ['/same'],
		broken: [expect.stringMatching(/more than 50000 addresses/)],
	});
	expect((await pages({}, '/1.xml')).broken).toEqual([expect.stringMatching(/^\/3.xml, row 1: .* below 3 levels/)]);
	await expect(pages({}, '/many.xml')).rejects.toThrow(/more than 20000 rows/);
	expect((await pages({}, '/wide.xml')).broken[0]).toMatch(/names more than 200 sitemaps/);
});

it('fetches public addresses only, at each redirect', async () => {
	files = { '/sitemap.xml': { location: 'http://169.254.169.254/latest' }, '/ok.xml': { location: '/real.xml' } };
	files['/real.xml'] = urlset('/one');
	expect((await pages({}, '/ok.xml')).rows).toEqual(['/one']);
	expect((await pages()).broken).toEqual([
		expect.stringMatching(/redirects to an address that the worker may not fetch/),
	]);
	expect((await pages({ hosts: { hosts: ['*:443', '*:80'] } })).broken).toEqual([
		expect.stringMatching(/is an address that the worker may not fetch/),
	]);
	const { port } = site;
	const named = readSitemap(`http://localhost:${port}/real.xml`, { parse: parseHere, hosts: { hosts: [`*:${port}`] } });
	expect((await collectRows(named)).broken[0]?.reason).toMatch(/leads to an address that is not public/);
});

it('is never held up by a pattern', () => {
	const hostile = new URL(`https://www.example.com/${'a'.repeat(1_900)}`);
	const wanted = addressFilter({ include: ['/*a*a*a*a*a*a*a*a*a*b', `/${'**/'.repeat(100)}b`] });
	expect(cpuMsOf(() => expect(wanted(hostile)).toBe(false))).toBeLessThan(5_000);
});

describe('a public sitemap', () => {
	let outside: Listening;
	let published: Record<string, string | { location: string }>;
	let asked: string[];
	beforeEach(async () => {
		[published, asked] = [{}, []];
		outside = await listen(
			createServer(({ url = '' }, response) => {
				asked.push(url);
				const page = published[url];
				if (typeof page === 'object') response.writeHead(302, page).end();
				else response.writeHead(page === undefined ? 404 : 200).end(page);
			}),
		);
		useProxyVariables({ HTTP_PROXY: outside.url });
		files = { '/inside.xml': urlset('/secret') };
	});
	afterEach(async () => {
		vi.unstubAllEnvs();
		await outside.close();
	});

	const indexOf = (...addresses: string[]) =>
		`<sitemapindex xmlns="${NAMESPACE}">${addresses.map((each) => `<sitemap><loc>${each}</loc></sitemap>`).join('')}</sitemapindex>`;
	const read = (address: string) =>
		found(readSitemap(address, { parse: parseHere, hosts: { hosts: [site.host, '*:80'] }, otherHosts: true }));

	it('names no sitemap of a private host, however deep, and those beside it count', async () => {
		published = {
			'http://shop.example/sitemap.xml': indexOf('http://shop.example/deep.xml', `${site.url}/inside.xml`),
			'http://shop.example/deep.xml': indexOf(`${site.url}/inside.xml?2`, 'http://shop.example/own.xml'),
			'http://shop.example/own.xml': `<urlset xmlns="${NAMESPACE}"><url><loc>http://shop.example/one</loc></url></urlset>`,
		};
		const { rows, broken } = await read('http://shop.example/sitemap.xml');
		expect(rows).toEqual([expect.objectContaining({ url: 'http://shop.example/one' })]);
		expect(broken).toEqual([
			expect.stringMatching(/inside\.xml: The sitemap is an address that the worker may not fetch/),
			expect.stringMatching(/inside\.xml\?2: The sitemap is an address that the worker may not fetch/),
		]);
	});

	it('stays public if a private one led to it, and a private one may name a private one', async () => {
		files['/own.xml'] = indexOf(`${site.url}/inside.xml`, `${site.url}/out.xml`);
		files['/out.xml'] = { location: 'http://shop.example/back.xml' };
		published['http://shop.example/back.xml'] = indexOf(`${site.url}/inside.xml?2`);
		const { rows, broken } = await read(`${site.url}/own.xml`);
		expect(rows).toEqual([expect.objectContaining({ url: `${site.url}/secret` })]);
		expect(broken).toEqual([expect.stringMatching(/inside\.xml\?2: .* may not fetch/)]);
	});
});
