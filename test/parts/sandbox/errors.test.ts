import { errorSchema } from '../../../api';
import { TestSandbox } from './running-sandbox';

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await TestSandbox.start();
});
afterAll(() => sandbox.running.close());

const sources = '/agents/agent_support/sources';

describe('errors (specification, part 7)', () => {
	test.each([
		['an unknown address', 'GET', '/nowhere', undefined, 404],
		['an unknown agent', 'GET', '/agents/agent_nobody', undefined, 404],
		['an unknown source', 'GET', `${sources}/999999`, undefined, 404],
		['an unknown field', 'POST', sources, { type: 'text', content: 'Hello', colour: 'red' }, 400],
		['a page size beyond 100', 'GET', `${sources}?limit=101`, undefined, 400],
		['a search for nothing', 'GET', '/agents/agent_support/knowledge/search', undefined, 400],
	])('%s is answered in the envelope', async (_name, method, path, body, status) => {
		const answer = await sandbox.call(method, path, { body });

		expect(answer.status).toBe(status);
		expect(errorSchema.parse(answer.body).status).toBe(status);
	});

	it('answers malformed JSON in the envelope', async () => {
		const response = await fetch(`${sandbox.running.apiUrl}/api/v1${sources}`, {
			method: 'POST',
			headers: { authorization: `Bearer ${sandbox.running.seedKey}`, 'content-type': 'application/json' },
			body: '{"type":',
		});

		expect(response.status).toBe(400);
		expect(await response.json()).toMatchObject({ type: 'invalid_request', status: 400 });
	});

	it('names every field that was refused', async () => {
		const answer = await sandbox.call('POST', sources, { body: { type: 'text', content: '', colour: 'red' } });

		expect(answer.body).toMatchObject({
			type: 'invalid_request',
			issues: expect.arrayContaining([
				expect.objectContaining({ path: 'content' }),
				expect.objectContaining({ path: 'colour' }),
			]) as unknown,
		});
	});

	test.each([
		'http://127.0.0.1:9/',
		'http://localhost/',
		'http://10.0.0.1/',
		'http://[::1]/',
		'http://169.254.169.254/latest/meta-data',
		'http://2130706433/',
		'http://shop.internal/',
	])('%s is no public web page', async (url) => {
		const answer = await sandbox.call('POST', sources, { body: { type: 'url', url } });

		expect(answer.body).toMatchObject({ type: 'url_not_public', status: 400, issues: [{ path: 'url' }] });
	});
});
