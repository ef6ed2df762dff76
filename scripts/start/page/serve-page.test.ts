import { get } from 'node:http';
import { serveStartPage } from './serve-page.mjs';

const content = () => ({
	steps: [],
	places: [{ title: 'Gone', address: 'http://127.0.0.1:1', healthUrl: 'http://127.0.0.1:1/healthz' }],
	logins: [],
	nextSteps: [],
});

let page: Awaited<ReturnType<typeof serveStartPage>>;
beforeEach(async () => {
	page = await serveStartPage({ port: 0, content });
});
afterEach(() => page.close());

const statusFor = (host: string) =>
	new Promise<number | undefined>((resolve, reject) => {
		get(`${page.url}/status.json`, { headers: { host } }, (response) => {
			response.resume();
			resolve(response.statusCode);
		}).on('error', reject);
	});

it('serves the page, and the health of each place now', async () => {
	expect(await (await fetch(page.url)).text()).toContain('Next steps');
	const status: unknown = await (await fetch(`${page.url}/status.json`)).json();
	expect(status).toMatchObject({ places: [{ title: 'Gone', healthy: false }] });
});

it('shows its log-ins to no other host name', async () => {
	expect(await statusFor('localhost:4000')).toBe(200);
	expect(await statusFor('evil.example')).toBe(403);
});
