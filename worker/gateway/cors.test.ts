import { useTestGateway } from './testing/test-gateway';

const { ask } = useTestGateway();

const origin = { origin: 'https://other.example', 'access-control-request-method': 'POST' };

test.each([
	['OPTIONS', '/v1/tasks', 404],
	['OPTIONS', '/v1/tasks/retrain-and-wait', 404],
	['OPTIONS', '/hooks/any', 404],
	['OPTIONS', '/review/any', 404],
	['OPTIONS', '/codec/decode', 404],
	['OPTIONS', '/', 404],
	['OPTIONS', '/openapi.json', 404],
	['GET', '/v1/tasks', 200],
	['GET', '/v1/whoami', 200],
	['GET', '/', 200],
	['GET', '/openapi.json', 200],
	['GET', '/review/any', 404],
	['POST', '/hooks/any', 404],
])('no other site may %s %s from a browser', async (method, url, status) => {
	const reply = await ask({ method, url, headers: origin });
	expect(reply.status).toBe(status);
	const opened: string[] = [];
	reply.headers.forEach((_value, name) => {
		if (name.startsWith('access-control-')) opened.push(name);
	});
	expect(opened).toEqual([]);
});
