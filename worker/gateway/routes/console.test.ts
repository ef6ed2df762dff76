import { gzipSync } from 'node:zlib';
import { ADDRESSES, helpOf } from '../console/addresses';
import { useTestGateway } from '../testing/test-gateway';

const { ask } = useTestGateway();

/** More would be slow on a phone. It was 53,000 before lists had reasons, retries and searches by name. */
const LARGEST_BYTES = 72_000;

describe.each(ADDRESSES)('the page %s of the console', (url) => {
	it('may load its own sheet and script, and nothing else', async () => {
		const page = await ask({ url, token: null });
		expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
		expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*script-src 'self';/);
		expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
		expect(page.text).not.toMatch(/<script(?! src=)|<style|\son\w+=/);
		const parts = [...page.text.matchAll(/(?:href|src)="([^"]+\.(?:css|js))"/g)].map(
			([, path]) => new URL(String(path), `http://gateway${url}`).pathname,
		);
		const replies = await Promise.all(parts.map((path) => ask({ url: path, token: null })));
		expect(replies.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
			[200, 'text/css; charset=utf-8'],
			[200, 'text/javascript; charset=utf-8'],
		]);
	});
});

describe('the help', () => {
	it.each(ADDRESSES)('has a part about the page %s', async (page) => {
		const [url = '', part = ''] = helpOf(page).split('#');
		const { status, text } = await ask({ url, token: null });
		expect(status).toBe(200);
		expect(text).toContain(`id="${part}"`);
	});

	it.each(['/help', '/help/tasks', '/help/notifications'])(
		'leads from %s to nothing that is not there',
		async (url) => {
			const { headers, text } = await ask({ url, token: null });
			expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; /);
			expect(text).not.toMatch(/<script|<style|<img|\son\w+=|\sstyle=/);
			const links = [...text.matchAll(/href="([^"]+)"/g)].map(
				([, href]) => new URL(String(href), `http://gateway${url}`),
			);
			const local = links.filter(({ host, pathname }) => host === 'gateway' && !pathname.endsWith('.css'));
			for (const { pathname, hash } of local) {
				const target = await ask({ url: pathname, token: null });
				expect([pathname, target.status]).toEqual([pathname, 200]);
				expect(target.text).toContain(hash === '' ? '<main' : `id="${hash.slice(1)}"`);
			}
		},
	);
});

test('the script needs no other file and no eval, and is small', async () => {
	const { text } = await ask({ url: '/console/console.js', token: null });
	expect(text).not.toMatch(/(?<!["'])\bimport\s*[("'{*]|\beval\(|new Function\(/);
	expect(gzipSync(text).length).toBeLessThan(LARGEST_BYTES);
});
