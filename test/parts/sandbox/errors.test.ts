import { errorSchema } from '../../../api';
import { TestSandbox } from './running-sandbox';

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await TestSandbox.start();
});
afterAll(() => sandbox.running.close());

const sources = '/agents/agent_support/sources';
const pairs = '/agents/agent_sales/qa-pairs';

describe('errors (specification, part 7)', () => {
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

	it.each([
		['null', 'null'],
		['nothing', ''],
	])('refuses %s as a body that it needs', async (_what, body) => {
		const answer = await sandbox.callWithBytes('POST', pairs, body, 'application/json');

		expect(errorSchema.parse(answer.body).status).toBe(400);
		expect((await sandbox.call('GET', pairs)).body).toMatchObject({ total: 0 });
	});

	it.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain'])(
		'accept no body where none is needed, whatever type it announces: %s',
		async (type) => {
			const created = await sandbox.call('POST', pairs, { body: { question: 'Q', answer: 'A' } });
			const { id } = created.body as { id: number };
			const answer = await sandbox.callWithBytes('DELETE', `${pairs}/${id}`, null, type);
			expect(answer.status).toBeLessThan(300);
		},
	);

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
