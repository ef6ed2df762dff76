import fc from 'fast-check';
import { qaPairSchema, sourceWithContentSchema } from '../../../api';
import { TestSandbox } from './running-sandbox';
import { eventually } from '../../support/time/eventually';

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await TestSandbox.start();
});
afterAll(() => sandbox.running.close());

const pairs = '/agents/agent_sales/qa-pairs';
const sources = '/agents/agent_sales/sources';
/** Any characters but the one that SQLite ends a text at; that one is refused, see below. */
const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }).filter((any) => !any.includes('\0'));
const refusal = { type: 'invalid_request', status: 400 };

describe('a text, whatever is in it', () => {
	it('of a Q&A pair is kept word for word', async () => {
		const kept = fc.asyncProperty(text, text, async (question, answer) => {
			const made = await sandbox.call('POST', pairs, { body: { question, answer } });

			expect(qaPairSchema.parse(made.body)).toMatchObject({ question, answer });
		});
		await fc.assert(kept, { numRuns: 150 });
	});

	it('of a text source is kept word for word', async () => {
		const kept = fc.asyncProperty(text, text, async (title, content) => {
			const made = await sandbox.call('POST', sources, { body: { type: 'text', title, content } });

			const { id, name } = sourceWithContentSchema.pick({ id: true, name: true }).parse(made.body);
			expect(name).toBe(title);
			const read = async () => sourceWithContentSchema.parse((await sandbox.call('GET', `${sources}/${id}`)).body);
			expect(
				(await eventually(read, ({ status }) => status !== 'processing', 'a source is indexed by a job of its own'))
					.content,
			).toBe(content);
		});
		await fc.assert(kept, { numRuns: 50 });
	});

	it.each([
		['U+0000', 'a\u0000b'],
		['half a character', 'a\ud83d'],
	])('is refused with %s in it, by the name of the field', async (_name, broken) => {
		const pair = await sandbox.call('POST', pairs, { body: { question: 'Q', answer: broken } });
		const agent = await sandbox.admin('POST', '/agents', { name: broken, website: 'https://example.com/' });
		const key = await sandbox.admin('POST', '/keys', { name: 'K', scopes: [], agentIds: ['agent_sales', broken] });

		expect(pair.body).toMatchObject({ ...refusal, issues: [{ path: 'answer' }] });
		expect(agent.body).toMatchObject({ ...refusal, issues: [{ path: 'name' }] });
		expect(key.body).toMatchObject({ ...refusal, issues: [{ path: 'agentIds.1' }] });
	});

	it('is refused with U+0000 in an address too', async () => {
		const search = await sandbox.call('GET', '/agents/agent_sales/knowledge/search?query=a%00b');

		expect(search.body).toMatchObject({ ...refusal, issues: [{ path: 'query' }] });
	});
});
