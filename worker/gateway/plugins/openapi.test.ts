import { Validator } from '@seriousme/openapi-schema-validator';
import Fastify from 'fastify';
import { z } from 'zod';
import { TASK_TYPES } from '../../../workflows/contracts';
import { requireRouteRules } from './bearer-token';
import { useTestGateway } from '../testing/test-gateway';

const { ask } = useTestGateway();

const operationSchema = z.looseObject({
	security: z.array(z.unknown()).optional(),
	description: z.string().optional(),
	parameters: z.array(z.looseObject({ name: z.string() })).optional(),
	requestBody: z.looseObject({ required: z.boolean(), content: z.record(z.string(), z.unknown()) }).optional(),
});
const documentSchema = z.looseObject({
	openapi: z.string(),
	paths: z.record(z.string(), z.record(z.string(), operationSchema)),
});

test('the description is valid OpenAPI 3.1 and has a route for every task', async () => {
	const document = documentSchema.parse((await ask({ url: '/openapi.json', token: null })).body);
	const checked = await new Validator().validate(document);
	expect(checked.errors).toBeUndefined();
	expect(checked.valid).toBe(true);
	expect(document.openapi).toMatch(/^3\.1/);
	expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(TASK_TYPES.map((type) => `/v1/tasks/${type}`)));
});

function roleOf(path: string, method: string): string {
	if (path.startsWith('/v1/persons/')) return 'erase';
	if (path.endsWith('/decision')) return 'decide';
	// It reads a person's data from the service, as a preview does.
	if (path.endsWith('/refused/{leadId}')) return 'start';
	return method === 'get' || (path.endsWith('/preview') && !path.includes('/destinations/')) ? 'read' : 'start';
}

/** Every token may call them, and they change nothing that lasts, so they take no key. */
const SIGN_IN = ['/v1/whoami', '/v1/session', '/v1/sign-in-codes'];

test('every route under /v1 says which role it needs, and every write what makes a repeat safe', async () => {
	const { paths } = documentSchema.parse((await ask({ url: '/openapi.json' })).body);
	for (const [path, methods] of Object.entries(paths).filter(([each]) => each.startsWith('/v1/')))
		for (const [method, operation] of Object.entries(methods)) {
			const signsIn = SIGN_IN.includes(path);
			expect([path, operation.security]).toEqual([path, signsIn ? undefined : [{ token: [roleOf(path, method)] }]]);
			const keys = operation.parameters?.filter(({ name }) => name === 'idempotency-key') ?? [];
			expect([method, path, keys.length]).toEqual([method, path, method === 'get' || signsIn ? 0 : 1]);
			const told = method === 'get' ? '' : `Sent again: ${String(operation['x-repeat'])}`;
			expect(operation.description ?? '').toContain(told);
		}
});

test.each([
	['put', '/v1/blobs', true, 'application/octet-stream'],
	['post', '/hooks/{name}', true, 'application/json'],
	['post', '/v1/tasks/lead-export', true, 'application/json'],
	['patch', '/v1/subscriptions/{id}', true, 'application/json'],
	['post', '/v1/schedules/{id}/pause', false, 'application/json'],
	['post', '/v1/tasks/{id}/actions/{action}', false, 'application/json'],
])('%s %s says which body it takes, and whether it needs one', async (method, path, required, type) => {
	const { paths } = documentSchema.parse((await ask({ url: '/openapi.json' })).body);
	const body = paths[path]?.[method]?.requestBody;
	expect([body?.required, Object.keys(body?.content ?? {})]).toEqual([required, [type]]);
});

test.each([
	[{}, /names no role/],
	[{ role: 'start' }, /does not say what a bound caller reaches/],
	[{ role: 'start', reach: ['all'] }, /does not say what makes a repeat safe/],
] as const)('a route that says %j is not served', (config, problem) => {
	const app = Fastify();
	requireRouteRules(app);
	expect(() => app.post('/any', { config }, () => null)).toThrow(problem);
});

test('the body of a task is described with its fields', async () => {
	const { text } = await ask({ url: '/openapi.json' });
	expect(text).toContain('"waitUntil"');
	expect(text).toContain('idempotency-key');
});
