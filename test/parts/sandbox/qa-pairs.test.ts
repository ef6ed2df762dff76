import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chatReplySchema, listSchema, qaPairSchema } from '../../../api';
import { TestSandbox } from './running-sandbox';
import { addPair } from './taught-agent';
import { eventually } from '../../support/time/eventually';

let sandbox: TestSandbox;
beforeEach(async () => {
	sandbox = await TestSandbox.start();
});
afterEach(() => sandbox.running.close());

const pairs = '/agents/agent_support/qa-pairs';
const create = async (question: string, answer: string) => {
	const reply = await sandbox.call('POST', pairs, { body: { question, answer } });
	expect(reply.status).toBe(201);
	return qaPairSchema.parse(reply.body);
};
const list = async (query = '') => listSchema(qaPairSchema).parse((await sandbox.call('GET', `${pairs}${query}`)).body);
const replyTo = async (message: string, from = sandbox) => {
	const { body } = await from.call('POST', '/agents/agent_support/chat', { body: { message } });
	return chatReplySchema.parse(body).reply;
};
const createMedia = (body: object) => sandbox.admin('POST', pairs, body);

describe('Q&A pairs (specification, parts 2 to 4)', () => {
	it('are made enabled, changed field by field, listed newest first, and deleted', async () => {
		const first = await create('Do you ship abroad?', 'Yes, **everywhere**.');
		const second = await create('Do you gift-wrap?', 'No.');
		expect(first).toMatchObject({ kind: 'qa', enabled: true, attachmentCount: 0, updatedAt: null });

		const changed = await sandbox.call('PATCH', `${pairs}/${first.id}`, { body: { enabled: false } });
		expect(changed.body).toMatchObject({ ...first, enabled: false, updatedAt: expect.any(String) as string });

		expect(await list('?limit=1')).toMatchObject({ items: [{ id: second.id }], total: 2, limit: 1, offset: 0 });
		expect(await list('?limit=1&offset=1')).toMatchObject({ items: [{ id: first.id }], total: 2, offset: 1 });

		expect((await sandbox.call('DELETE', `${pairs}/${second.id}`)).status).toBe(200);
		expect((await sandbox.call('DELETE', `${pairs}/${second.id}`)).status).toBe(404);
		expect(await list()).toMatchObject({ items: [{ id: first.id }], total: 1 });
	});

	it('with images come from the dashboard alone', async () => {
		await create('Do you ship abroad?', 'Yes.');
		const attachments = [{ type: 'image', url: 'https://example.com/jacket.png' }];
		const media = await createMedia({ question: 'What does it look like?', answer: 'So.', attachments });
		expect(media).toMatchObject({ status: 201, body: { kind: 'media', attachmentCount: 1 } });
		const { id } = qaPairSchema.parse(media.body);

		expect(await list('?kind=media')).toMatchObject({ items: [{ id }], total: 1 });
		expect(await list('?kind=qa')).toMatchObject({ items: [{ kind: 'qa' }], total: 1 });
		for (const refused of [
			await sandbox.call('PATCH', `${pairs}/${id}`, { body: { enabled: false } }),
			await sandbox.call('DELETE', `${pairs}/${id}`),
		]) {
			expect(refused.body).toMatchObject({ type: 'media_pair', status: 400, issues: [{ path: 'pairId' }] });
		}
		const asked = await sandbox.call('POST', pairs, { body: { question: 'Q', answer: 'A', attachments } });
		expect(asked.body).toMatchObject({ status: 400, issues: [{ path: 'attachments' }] });
	});

	it('are saved with 503 where indexing cannot be scheduled', async () => {
		const order = (method: string, path: string) =>
			sandbox.admin('POST', '/faults', { method, path, fault: { kind: 'indexing-unavailable' } });
		await order('POST', '/agents/{id}/qa-pairs');
		const made = await sandbox.call('POST', pairs, { body: { question: 'Do you ship abroad?', answer: 'Yes.' } });

		expect(made.body).toMatchObject({ type: 'indexing_not_scheduled', status: 503, issues: [] });
		const [pair] = (await list()).items;
		expect(pair).toMatchObject({ question: 'Do you ship abroad?', enabled: true });

		await order('DELETE', '/agents/{id}/qa-pairs/{pairId}');
		expect((await sandbox.call('DELETE', `${pairs}/${pair?.id ?? 0}`)).status).toBe(503);
		expect(await list()).toMatchObject({ total: 0 });
	});

	it('whose indexing could not be scheduled match with the next change of a pair', async () => {
		const fault = { method: 'POST', path: '/agents/{id}/qa-pairs', fault: { kind: 'indexing-unavailable' } };
		await sandbox.admin('POST', '/faults', fault);
		await sandbox.call('POST', pairs, { body: { question: 'Do you ship abroad?', answer: 'Yes.' } });
		expect(await replyTo('Do you ship abroad?')).not.toBe('Yes.');

		await addPair(sandbox, 'agent_support', 'Do you gift-wrap?', 'No.');

		await eventually(
			() => replyTo('Do you gift-wrap?'),
			(reply) => reply === 'No.',
			'a Q&A pair is indexed by a job of its own',
		);
		expect(await replyTo('Do you ship abroad?')).toBe('Yes.');
	});

	it('are indexed also when the sandbox stops before', async () => {
		const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-qa-'));
		const first = await TestSandbox.start({ dataDir, clockFactor: 0.001 });
		await addPair(first, 'agent_support', 'Do you ship abroad?', 'Yes.');
		await first.running.close();

		const second = await TestSandbox.start({ dataDir });
		const reply = await eventually(
			() => replyTo('Do you ship abroad?', second),
			(text) => text === 'Yes.',
			'a Q&A pair is indexed by a job of its own',
		);
		expect(reply).toBe('Yes.');
		await second.running.close();
		await rm(dataDir, { recursive: true });
	});
});
