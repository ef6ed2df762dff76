import Fastify from 'fastify';
import { z } from 'zod';
import { useTestGateway } from '../testing/test-gateway';
import { addValidation } from './request-validation';

const { ask } = useTestGateway();

const operationSchema = z.looseObject({ description: z.string().default('') });
const documentSchema = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) });
const refusalSchema = z.looseObject({ detail: z.string(), issues: z.array(z.object({ path: z.string() })) });

/** They are called by programs of others, which add parameters of their own. */
const OPEN_TO_ANY = ['get /healthz', 'post /hooks/{name}'];

test('every route refuses a parameter that it does not read, by its name, or says why it takes any', async () => {
	const { paths } = documentSchema.parse((await ask({ url: '/openapi.json' })).body);
	const routes = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, { description }]) => ({ method, path, description })),
	);
	expect(routes.length).toBeGreaterThan(50);
	const found = await Promise.all(
		routes.map(async ({ method, path, description }) => {
			const url = `${path.replaceAll(/\{\w+\}/g, 'any')}?conection=main`;
			const { status, body } = await ask({ method: method.toUpperCase(), url });
			const { issues = [], detail = '' } = refusalSchema.safeParse(body).data ?? {};
			const isRefused = status === 400 && issues.some((issue) => issue.path === 'conection');
			const isSaid = /conection is no parameter of this request; it takes .+/.test(detail);
			return {
				route: `${method} ${path}`,
				isRefused: isRefused && isSaid,
				isOpen: description.includes('Query parameters: '),
			};
		}),
	);
	const named = (some: typeof found) => some.map(({ route }) => route).toSorted();
	expect(named(found.filter(({ isRefused, isOpen }) => isRefused === isOpen))).toEqual([]);
	expect(named(found.filter(({ isOpen }) => isOpen))).toEqual(OPEN_TO_ANY);
});

test.each([
	['/v1/knowledge-sets?connection=main', 'it takes none; remove it'],
	['/v1/connections/main/agents?limit=5', 'it takes offset, fresh; remove it'],
	['/v1/incidents?connection=main', 'it takes none; remove it'],
	['/v1/subscriptions?limit=5', 'it takes none; remove it'],
	['/v1/tasks?agent=agent_a', /it takes .*agentId.*; remove it/],
])('%s says what it takes', async (url, words) => {
	const { status, body } = await ask({ url });
	expect(status).toBe(400);
	expect(refusalSchema.parse(body).detail).toMatch(words);
});

test('a parameter that another request has is refused before anything is done', async () => {
	const url = '/v1/tasks/retrain-and-wait?wait=5';
	const payload = { connection: 'main', agentId: 'agent_a' };
	const started = await ask({ method: 'POST', url, payload, headers: { 'idempotency-key': 'one' } });
	expect(started.status).toBe(400);
	expect((await ask({ url: '/v1/tasks' })).body).toMatchObject({ items: [] });
});

test('pages and their files open with what mail programs and browsers add to an address', async () => {
	for (const url of ['/tasks?utm_source=mail', '/review/any?utm_source=mail', '/openapi.json?v=1'])
		expect([url, (await ask({ url, token: null })).status]).not.toEqual([url, 400]);
});

test('a query whose parameters cannot be named is not served', () => {
	const app = Fastify();
	addValidation(app);
	const schema = { querystring: z.record(z.string(), z.string()) };
	expect(() => app.get('/any', { schema }, () => null)).toThrow(/does not name its query parameters/);
});
