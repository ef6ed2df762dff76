import { errorSchema } from '../../../api';
import { TestSandbox } from './running-sandbox';

const pairs = '/agents/agent_sales/qa-pairs';
const long = JSON.stringify({ question: 'Q', answer: 'A'.repeat(9 * 1024 * 1024) });

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await TestSandbox.start();
});
afterAll(() => sandbox.running.close());

describe('a body that is not as it should be', () => {
	it.each([
		['half of a JSON text', '{"question":', 'application/json', 400],
		['a list', '[]', 'application/json', 400],
		['null', 'null', 'application/json', 400],
		['nothing', '', 'application/json', 400],
		['JSON as plain text', '{"question":"Q","answer":"A"}', 'text/plain', 415],
		['a form', 'question=Q&answer=A', 'application/x-www-form-urlencoded', 415],
		['more than 8 MB', long, 'application/json', 413],
	])('is refused in the envelope and leaves nothing behind: %s', async (_name, body, type, status) => {
		const response = await fetch(`${sandbox.running.apiUrl}/api/v1${pairs}`, {
			method: 'POST',
			headers: { authorization: `Bearer ${sandbox.running.seedKey}`, 'content-type': type },
			body,
		});

		expect(errorSchema.parse(await response.json()).status).toBe(status);
		expect((await sandbox.call('GET', pairs)).body).toMatchObject({ total: 0 });
	});
});

describe('a request without a body', () => {
	it.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain'])(
		'is accepted where none is needed, whatever type it announces: %s',
		async (type) => {
			const created = await sandbox.call('POST', pairs, { body: { question: 'Q', answer: 'A' } });
			const { id } = created.body as { id: number };
			const response = await fetch(`${sandbox.running.apiUrl}/api/v1${pairs}/${id}`, {
				method: 'DELETE',
				headers: { authorization: `Bearer ${sandbox.running.seedKey}`, 'content-type': type },
			});
			expect(response.ok).toBe(true);
		},
	);
});
