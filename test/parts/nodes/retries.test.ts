import { itemsOf } from '../../support/nodes/agent-knowledge';
import { AGENT, NO_SETTLING, fromItem } from './matrix/sample';
import { World } from './matrix/world';

let world: World;
beforeAll(async () => {
	world = await World.start();
});
afterEach(() => world.node.admin.clearFaults());
afterAll(() => world.close());

describe('n8n\'s "Retry execution"', () => {
	it('skips the items that were done, and keeps the key of a lost one', async () => {
		const { agent } = await world.activeMailbox();
		const sessions = await world.each(2, () => world.emailConversation(agent));
		const items = itemsOf(...sessions.map((session) => ({ agent, session })));
		const fields = { ...AGENT, sessionId: '={{ $json.session }}', content: 'It left us today.' };
		let posts = 0;
		const first = await world.node.run('emailConversation', 'reply', fields, {
			items,
			onRequest: () => {
				posts += 1;
			},
		});
		expect(first.error).toBeUndefined();
		expect(posts).toBe(2);

		const path = `/agents/${agent}/email/replies`;
		const again = { ...fields, content: 'It arrives today.' };
		let sent = 0;
		const failed = await world.node.run('emailConversation', 'reply', again, {
			items,
			onRequest: ({ body }) => {
				sent += 1;
				if (sent === 2) Object.assign(Object(body), { sessionId: 'email:gone' });
			},
		});
		expect(failed.error).toMatchObject({ httpCode: '404' });
		const before = await world.node.count('POST', path);
		await world.node.admin.addFault('POST', path, { kind: 'lost-after' }, 3);
		const lost = await failed.retry();
		expect(lost.error?.description).toContain('Do not use a new key.');
		const done = await lost.retry();
		expect(done.rows).toMatchObject([{ sessionId: sessions[0] }, { sessionId: sessions[1] }]);
		expect(await world.node.count('POST', path)).toBe(before + 4);
		const read = await world.api(
			'GET',
			`/agents/${agent}/email/conversations/${encodeURIComponent(sessions[1] ?? '')}`,
		);
		expect(read).toMatchObject({ deliveries: { length: 2 } });
	});
});

describe('n8n\'s "Retry On Fail"', () => {
	it('skips the items that were done, and gives on what they came to', async () => {
		const agent = await world.agent();
		const items = itemsOf(...['One?', 'Two?', 'Three?'].map((question) => ({ agent, question })));
		const fields = { ...AGENT, question: '={{ $json.question }}', answer: '={{ String($now.toMillis()) }}' };
		const path = `/agents/${agent}/qa-pairs`;
		// The third is refused at the first try; a try begins with a look at what is there.
		let posts = 0;
		const { rows, error } = await world.node.run('qaPair', 'create', fields, {
			items,
			tries: 2,
			apiKey: world.node.sandbox.seedKey,
			onRequest: ({ method, body }) => {
				if (method !== 'POST') return;
				posts += 1;
				if (posts === 3) Object.assign(Object(body), { answer: '' });
			},
		});
		expect(error).toBeUndefined();
		expect(rows.map(({ question }) => question)).toEqual(['One?', 'Two?', 'Three?']);
		expect(await world.node.count('POST', path)).toBe(4);
		expect(await world.total(path)).toBe(3);
	});

	it('does not send a request with an unknown outcome again', async () => {
		const agent = await world.agent();
		const path = `/agents/${agent}/qa-pairs`;
		await world.node.admin.addFault('POST', path, { kind: 'lost-before' }, 9);
		const fields = { ...AGENT, question: 'One?', answer: 'Yes.', ...NO_SETTLING };
		const { error } = await world.node.run('qaPair', 'create', fields, { items: itemsOf({ agent }), tries: 3 });
		expect(error?.message).toBe('Unknown outcome: the request may have taken effect');
		expect(await world.node.count('POST', path)).toBe(2);
	});

	it('does not send a test email again whose response was lost', async () => {
		const { agent, mailboxId } = await world.activeMailbox();
		const path = `/agents/${agent}/email`;
		const before = await world.node.count('POST', path);
		await world.node.admin.addFault('POST', path, { kind: 'lost-after' });
		const { error } = await world.node.run(
			'mailbox',
			'testSending',
			{ ...AGENT, mailboxId: fromItem('mailbox') },
			{ items: itemsOf({ agent, mailbox: mailboxId }), tries: 3 },
		);
		expect(error?.description).toContain('A real email may have been sent');
		expect(await world.node.count('POST', path)).toBe(before + 1);
	});

	it('sends the same email under the same key, though an expression yields something else by then', async () => {
		const { agent } = await world.activeMailbox();
		const session = await world.emailConversation(agent);
		await world.node.admin.addFault('POST', `/agents/${agent}/email/replies`, { kind: 'lost-after' }, 3);
		const fields = { ...AGENT, sessionId: session, content: '=It is {{ $now.toMillis() }}.' };
		const { rows } = await world.node.run('emailConversation', 'reply', fields, {
			items: itemsOf({ agent }),
			tries: 2,
		});
		expect(rows).toMatchObject([{ status: 'queued' }]);
		const read = await world.api('GET', `/agents/${agent}/email/conversations/${encodeURIComponent(session)}`);
		expect(read).toMatchObject({ deliveries: { length: 1 } });
	});
});
