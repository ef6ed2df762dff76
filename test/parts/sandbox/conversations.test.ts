import { z } from 'zod';
import { chatReplySchema, conversationSchema, listSchema } from '../../../api';
import { TestSandbox } from './running-sandbox';

const AGENT = 'agent_support';
const createdSchema = z.object({ id: z.string() });

let sandbox: TestSandbox;
beforeEach(async () => {
	sandbox = await TestSandbox.start();
});
afterEach(() => sandbox.running.close());

const begin = async (conversation: object) =>
	createdSchema.parse((await sandbox.admin('POST', `/agents/${AGENT}/conversations`, conversation)).body).id;
const list = async (query = '') =>
	listSchema(conversationSchema).parse((await sandbox.call('GET', `/agents/${AGENT}/conversations${query}`)).body);
const read = (id: string, key?: string) => sandbox.call('GET', `/conversations/${id}`, { key });

describe('conversations (specification, parts 1, 3 and 4)', () => {
	it('hold what was said by chat, under the channel api, by the session as id', async () => {
		const { body } = await sandbox.call('POST', `/agents/${AGENT}/chat`, {
			body: { message: 'Do you repair boots?', location: { city: 'Bergen', countryCode: 'NO' } },
		});
		const { sessionId, reply } = chatReplySchema.parse(body);

		expect(await list('?channel=api')).toMatchObject({
			items: [{ id: sessionId, agentId: AGENT, state: 'open', messageCount: 2, visitor: { city: 'Bergen' } }],
			total: 1,
		});
		expect((await read(sessionId)).body).toMatchObject({
			id: sessionId,
			messages: [
				{ role: 'visitor', content: 'Do you repair boots?' },
				{ role: 'assistant', content: reply, sources: [] },
			],
		});
	});

	it('are listed newest first, by channel and state, with the total of what was asked for', async () => {
		const old = await begin({ channel: 'whatsapp', createdAt: '2026-01-01T00:00:00Z' });
		const resolved = await begin({ channel: 'website', state: 'resolved', createdAt: '2026-01-02T00:00:00Z' });
		const open = await begin({ channel: 'website', createdAt: '2026-01-03T00:00:00Z' });

		expect(await list('?limit=2')).toMatchObject({ items: [{ id: open }, { id: resolved }], total: 3, limit: 2 });
		expect(await list('?limit=2&offset=2')).toMatchObject({ items: [{ id: old }], total: 3, offset: 2 });
		expect(await list('?channel=website&state=open')).toMatchObject({ items: [{ id: open }], total: 1 });
		expect(await list('?state=resolved')).toMatchObject({ items: [{ id: resolved }], total: 1 });
		expect(await list('?channel=carrier%20pigeon')).toMatchObject({ items: [], total: 0 });
		expect(await list(`?offset=${Number.MAX_SAFE_INTEGER}`)).toMatchObject({ items: [], total: 3 });

		await sandbox.admin('PATCH', `/conversations/${old}`, { state: 'resolved' });
		expect(await list('?state=resolved')).toMatchObject({ items: [{ id: resolved }, { id: old }], total: 2 });
		await sandbox.admin('DELETE', `/conversations/${old}`);
		expect(await list()).toMatchObject({ total: 2 });
		expect((await read(old)).status).toBe(404);
	});

	it('never show private notes or network details', async () => {
		const id = await begin({
			network: { ip: '203.0.113.7', userAgent: 'Browser/1.0' },
			messages: [{ role: 'visitor', content: 'Hello' }],
		});
		await sandbox.admin('POST', `/conversations/${id}/notes`, { author: 'Team', content: 'A difficult one' });

		const shown = JSON.stringify([(await read(id)).body, await list()]);

		for (const hidden of ['203.0.113.7', 'Browser/1.0', 'difficult']) expect(shown).not.toContain(hidden);
		const { body } = await sandbox.admin('GET', `/conversations/${id}`);
		expect(body).toMatchObject({ notes: [{ author: 'Team', content: 'A difficult one' }] });
	});

	it('of other channels cannot be continued by chat, and an answered one is opened again', async () => {
		const website = await begin({ channel: 'website' });
		const chat = (body: object) => sandbox.call('POST', `/agents/${AGENT}/chat`, { body });
		expect((await chat({ message: 'Hi', sessionId: website })).body).toMatchObject({ type: 'session_conflict' });

		const { sessionId } = chatReplySchema.parse((await chat({ message: 'Hi' })).body);
		await sandbox.admin('PATCH', `/conversations/${sessionId}`, { state: 'resolved' });
		await chat({ message: 'Hi again', sessionId });
		expect((await read(sessionId)).body).toMatchObject({ state: 'open', messageCount: 4 });
	});
});
