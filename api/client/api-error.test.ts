import { ApiError } from './api-error';
import { rejectionOf } from './testing/rejection';
import { sendError, sendJson, useService } from './testing/service';

const AGENT = { params: { id: 'agent_support' } };

const start = useService();

describe('an answer of the service', () => {
	it('is told in its own words, with operation and each issue', async () => {
		const { client } = await start((response) =>
			sendError(response, 400, 'invalid_request', { issues: [{ path: 'url', message: 'must be public' }] }),
		);
		const error = await rejectionOf(
			client.call('addSource', { ...AGENT, body: { type: 'url', url: 'http://10.0.0.1/' } }),
		);
		expect(error).toBeInstanceOf(ApiError);
		expect(error).toMatchObject({
			type: 'invalid_request',
			title: 'Title of invalid_request',
			status: 400,
			detail: 'Detail of invalid_request',
			issues: [{ path: 'url', message: 'must be public' }],
			outcome: 'refused',
			operationId: 'addSource',
		});
		expect(error.message).toBe(
			'addSource (POST /agents/agent_support/sources) failed: Title of invalid_request. Detail of invalid_request. ' +
				'url: must be public. [400 invalid_request]',
		);
	});

	it('may leave out detail and issues', async () => {
		const { client } = await start((response) =>
			sendJson(response, 404, { type: 'not_found', title: 'No such agent', status: 404 }),
		);
		expect(await rejectionOf(client.call('getAgent', AGENT))).toMatchObject({ detail: null, issues: [] });
	});

	it.each([
		['7', 7000],
		[new Date('2020-01-01').toUTCString(), 0],
	])('carries Retry-After %s', async (retryAfter, expected) => {
		const { client } = await start((response) => {
			response.setHeader('retry-after', retryAfter);
			sendError(response, 429, 'rate_limited');
		});
		expect(await rejectionOf(client.call('getUsage'))).toMatchObject({
			status: 429,
			retryAfterMs: expected,
			outcome: 'refused',
		});
	});

	it.each([
		[400, 'refused'],
		[401, 'refused'],
		[403, 'refused'],
		[408, 'ambiguous'],
		[409, 'refused'],
		[413, 'refused'],
		[500, 'ambiguous'],
		[502, 'ambiguous'],
		[503, 'ambiguous'],
	])('with status %i is %s', async (status, outcome) => {
		const { client } = await start((response) => sendError(response, status, 'some_type'));
		expect(await rejectionOf(client.call('retrain', AGENT))).toMatchObject({ status, outcome });
	});
});

describe('an answer of something else', () => {
	it.each([
		[502, 'text/html', '<html>Bad gateway</html>', 'a body of type text/html'],
		[500, 'application/json', '', 'an empty body'],
		[403, 'application/json', '{"message":"no"}', 'a body of type application/json'],
		[418, 'application/json', '{"type":"x","tit', 'a body of type application/json'],
	])('with status %i and %s %j is told as such', async (status, contentType, body, words) => {
		const { client } = await start((response) => response.writeHead(status, { 'content-type': contentType }).end(body));
		const error = await rejectionOf(client.call('getUsage'));
		expect(error).toMatchObject({ type: `http_${status}`, status, issues: [] });
		expect(error.detail).toContain(words);
	});

	it('is not followed when it is a redirect, so that the key goes nowhere else', async () => {
		const { client, received } = await start((response) => response.writeHead(308, { location: '/elsewhere' }).end());
		const error = await rejectionOf(client.call('getUsage'));
		expect(error).toMatchObject({ type: 'http_308', outcome: 'refused' });
		expect(error.detail).toContain('correct the base URL');
		expect(received).toHaveLength(1);
	});

	it.each([
		['{"agentStatus":', 'unreadable_reply'],
		['<html>', 'unreadable_reply'],
		['', 'unreadable_reply'],
		['[]', 'unexpected_reply'],
		['{"agentStatus":"x"}', 'unexpected_reply'],
	])('that looks like success but is %j is ambiguous, as %s', async (body, type) => {
		const { client } = await start((response) =>
			response.writeHead(200, { 'content-type': 'application/json' }).end(body),
		);
		expect(await rejectionOf(client.call('getTrainingStatus', AGENT))).toMatchObject({
			type,
			status: 200,
			outcome: 'ambiguous',
		});
	});
});
