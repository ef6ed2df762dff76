import { TestSandbox } from './running-sandbox';

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await TestSandbox.start();
});
afterAll(() => sandbox.running.close());

describe('API keys (specification, part 5)', () => {
	it('refuses a revoked key at once', async () => {
		const { id, key } = await sandbox.createKey({ scopes: ['read:agents'] });
		expect((await sandbox.call('GET', '/agents', { key })).status).toBe(200);

		expect((await sandbox.admin('DELETE', `/keys/${id}`)).status).toBe(204);

		expect((await sandbox.call('GET', '/agents', { key })).status).toBe(401);
	});

	it('refuses an expired key', async () => {
		const { key } = await sandbox.createKey({ scopes: ['read:agents'], expiresAt: '2020-01-01T00:00:00Z' });

		expect((await sandbox.call('GET', '/agents', { key })).status).toBe(401);
	});

	it('hides agents outside the restriction of a key as if they were not there', async () => {
		const { key } = await sandbox.createKey({ scopes: ['read:agents', 'read:sources'], agentIds: ['agent_sales'] });

		const list = await sandbox.call('GET', '/agents', { key });
		const hidden = await sandbox.call('GET', '/agents/agent_support', { key });
		const unknown = await sandbox.call('GET', '/agents/agent_nobody', { key });
		const below = await sandbox.call('GET', '/agents/agent_support/sources', { key });

		expect(list.body).toMatchObject({ items: [{ id: 'agent_sales' }], total: 1 });
		expect(hidden.status).toBe(404);
		expect(hidden.body).toEqual(unknown.body);
		expect(below.status).toBe(404);
	});

	it('holds at most 20 active keys', async () => {
		const own = await TestSandbox.start();
		try {
			// The seeded key is one of them.
			for (let made = 1; made < 20; made += 1) await own.createKey({ scopes: ['read:agents'] });

			const answer = await own.admin('POST', '/keys', { name: 'One too many', scopes: [] });

			expect(answer.body).toMatchObject({ type: 'key_limit_reached', status: 409 });
		} finally {
			await own.running.close();
		}
	});

	it('are listed without their values, and name agents that are there', async () => {
		const { id, key } = await sandbox.createKey({ scopes: ['read:leads'], agentIds: ['agent_sales'] });
		const refused = await sandbox.admin('POST', '/keys', {
			name: 'Mistyped',
			scopes: [],
			agentIds: ['agent_sales', 'agent_sale'],
		});
		expect(refused.body).toMatchObject({ status: 400, issues: [{ path: 'agentIds.1' }] });

		const { body } = await sandbox.admin('GET', '/keys');

		expect(body).toMatchObject({
			items: expect.arrayContaining([
				expect.objectContaining({ id, scopes: ['read:leads'], agentIds: ['agent_sales'], revokedAt: null }),
			]) as unknown,
		});
		for (const secret of [key, 'digest', 'Mistyped']) expect(JSON.stringify(body)).not.toContain(secret);
	});

	it('lets nobody without the admin token make keys', async () => {
		const response = await fetch(`${sandbox.running.adminUrl}/keys`, { method: 'POST' });

		expect(response.status).toBe(401);
	});
});
