import { testGateway } from './testing/test-gateway';

test('the page of running tasks may load its own style and script, and nothing else', async () => {
	const { ask } = await testGateway();
	const page = await ask({ url: '/', token: null });
	expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
	expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
	const parts = [...page.text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, file]) => `/${String(file)}`);
	expect(parts).toEqual(['/home.css', '/home.js']);
	const replies = await Promise.all(parts.map((url) => ask({ url, token: null })));
	expect(replies.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
		[200, 'text/css; charset=utf-8'],
		[200, 'text/javascript; charset=utf-8'],
	]);
});
