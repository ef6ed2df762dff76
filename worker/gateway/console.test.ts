import { gzipSync } from 'node:zlib';
import { ADDRESSES } from './console/addresses';
import { testGateway } from './testing/test-gateway';

/** More would be slow on a phone. */
const LARGEST_BYTES = 52_000;

describe.each(ADDRESSES)('the page %s of the console', (url) => {
	it('may load its own sheet and script, and nothing else', async () => {
		const { ask } = await testGateway();
		const page = await ask({ url, token: null });
		expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
		expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*script-src 'self';/);
		expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
		expect(page.text).not.toMatch(/<script(?! src=)|<style|\son\w+=/);
		const parts = [...page.text.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, path]) => String(path));
		const replies = await Promise.all(parts.map((path) => ask({ url: path, token: null })));
		expect(replies.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
			[200, 'text/css; charset=utf-8'],
			[200, 'text/javascript; charset=utf-8'],
		]);
	});
});

test('the script needs no other file and no eval, and is small', async () => {
	const { ask } = await testGateway();
	const { text } = await ask({ url: '/console/console.js', token: null });
	expect(text).not.toMatch(/\bimport\s*[("'{*]|\beval\(|new Function\(/);
	expect(gzipSync(text).length).toBeLessThan(LARGEST_BYTES);
});
