import { get, request } from 'node:http';
import type { StepView } from '../first-steps/first-steps.mjs';
import { serveStartPage } from './serve-page.mjs';

const step: StepView = {
	...{ id: 'approve-mail', title: 'Approve a mail', text: 'Ask for it.', button: 'Ask', address: null },
	...{ available: true, busy: false, problem: '', state: 'to-do', detail: '', links: [] },
};
const content = () =>
	Promise.resolve({
		...{ steps: [], stepsTotal: 8, firstSteps: [step], roles: [], logins: [] },
		places: [{ title: 'Gone', address: 'http://127.0.0.1:1', healthUrl: 'http://127.0.0.1:1/healthz' }],
	});

let begun: string[];
let page: Awaited<ReturnType<typeof serveStartPage>>;
beforeEach(async () => {
	begun = [];
	const begin = (id: string) => {
		if (begun.includes(id)) throw new Error('The step runs already.');
		begun.push(id);
	};
	page = await serveStartPage({ port: 0, content, begin });
});
afterEach(() => page.close());

const statusFor = (host: string) =>
	new Promise<number | undefined>((resolve, reject) => {
		get(`${page.url}/status.json`, { headers: { host } }, (response) => {
			response.resume();
			resolve(response.statusCode);
		}).on('error', reject);
	});

/** Node's fetch sets the header that browsers set. */
const press = (path: string, site: string) =>
	new Promise<number | undefined>((resolve, reject) => {
		const pressed = request(
			`${page.url}${path}`,
			{ method: 'POST', headers: { 'sec-fetch-site': site } },
			(response) => {
				response.resume();
				resolve(response.statusCode);
			},
		);
		pressed.on('error', reject);
		pressed.end();
	});

it('serves the page, the steps, and the health of each place now', async () => {
	expect(await (await fetch(page.url)).text()).toContain('The first ten minutes');
	const status: unknown = await (await fetch(`${page.url}/status.json`)).json();
	expect(status).toMatchObject({
		firstSteps: [{ title: 'Approve a mail', state: 'to-do' }],
		places: [{ title: 'Gone', healthy: false }],
	});
});

it('shows its log-ins to no other host name', async () => {
	expect(await statusFor('localhost:4000')).toBe(200);
	expect(await statusFor('evil.example')).toBe(403);
});

it('begins a step for its own page only', async () => {
	expect(await press('/first-steps/approve-mail/begin', 'cross-site')).toBe(403);
	expect(begun).toEqual([]);
	expect(await press('/first-steps/approve-mail/begin', 'same-origin')).toBe(202);
	expect(await press('/first-steps/approve-mail/begin', 'same-origin')).toBe(409);
	expect(await press('/first-steps', 'same-origin')).toBe(404);
	expect(begun).toEqual(['approve-mail']);
});

it('serves its pictures and the documentation, and no other file', async () => {
	const types = [
		'/pictures/approve-mail.svg',
		'/docs/tasks.md',
		'/docs/../package.json',
		'/serve-page.mjs',
		'/tasks.md',
	];
	const found = await Promise.all(
		types.map(async (path) => {
			const { status, headers } = await fetch(`${page.url}${path}`);
			return `${status} ${headers.get('content-type') ?? ''}`;
		}),
	);
	expect(found).toEqual(['200 image/svg+xml', '200 text/plain; charset=utf-8', '404 ', '404 ', '404 ']);
});
