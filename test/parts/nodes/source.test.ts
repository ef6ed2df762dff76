import type { INodeExecutionData } from 'n8n-workflow';
import { AgentKnowledgeUnderTest, byId, itemsOf } from '../../support/nodes/agent-knowledge';

let node: AgentKnowledgeUnderTest;
beforeAll(async () => {
	node = await AgentKnowledgeUnderTest.start();
});
afterEach(() => node.admin.clearFaults());
afterAll(() => node.close());

let agents = 0;
/** A new agent without sources of its own. */
async function newAgent() {
	const { id } = await node.admin.createAgent({ name: `Agent ${++agents}`, website: `${node.sandbox.siteUrl}/` });
	return { id, agentId: byId(id), path: `/agents/${id}/sources` };
}
const TITLES = { title: '={{ $json.title }}', content: 'We open at nine.' };
const textItems = itemsOf({ title: 'One' }, { title: 'Two' }, { title: 'Three' });
const file = (fileName: string, mimeType: string, text: string): INodeExecutionData => ({
	json: {},
	binary: { data: { fileName, mimeType, data: Buffer.from(text).toString('base64') } },
});

describe('Source', () => {
	it('adds texts, lists, reads, updates and deletes them', async () => {
		const { agentId } = await newAgent();
		const added = await node.run('source', 'addText', { agentId, ...TITLES }, { items: textItems });
		expect(added.error).toBeUndefined();
		expect(added.rows).toMatchObject([{ name: 'One', type: 'text' }, { name: 'Two' }, { name: 'Three' }]);
		const ids = added.rows.map(({ id }) => Number(id));
		const each = { items: itemsOf(...ids.map((id) => ({ id }))) };
		const sourceId = byId('={{ $json.id }}');

		const listed = await node.run('source', 'getAll', { agentId, returnAll: true, filters: { type: 'text' } });
		expect(listed.rows.map(({ id }) => id)).toEqual(ids.toReversed());
		const limited = await node.run('source', 'getAll', { agentId, limit: 2 });
		expect(limited.rows).toHaveLength(2);
		const got = await node.run('source', 'get', { agentId, sourceId }, each);
		expect(got.rows.map(({ id }) => id)).toEqual(ids);
		const updated = await node.run('source', 'update', { agentId, sourceId, updateFields: { title: 'New' } }, each);
		expect(updated.rows).toMatchObject([{ name: 'New' }, { name: 'New' }, { name: 'New' }]);
		const deleted = await node.run('source', 'delete', { agentId, sourceId }, each);
		expect(deleted.rows).toEqual(ids.map((id) => expect.objectContaining({ id, deleted: true }) as object));
	});

	it('refuses a type and a size that the service does not take, with both, before anything is sent', async () => {
		const { agentId, path } = await newAgent();
		const type = await node.run(
			'source',
			'upload',
			{ agentId },
			{ items: [file('tool.exe', 'application/x-msdownload', 'x')] },
		);
		expect(type.error).toMatchObject({
			message: 'The file "tool.exe" in the field "data" has a type that the service does not accept',
			description: expect.stringContaining('PDF') as string,
		});
		const size = await node.run(
			'source',
			'upload',
			{ agentId },
			{ items: [file('big.txt', 'text/plain', 'x'.repeat(10_485_761))] },
		);
		expect(size.error?.description).toContain('10485761 bytes');
		// n8n notes the size of a file it keeps elsewhere: it is not read into memory then.
		const noted = file('noted.txt', 'text/plain', 'x');
		if (noted.binary?.data) noted.binary.data.bytes = 20_000_000;
		const unread = await node.run('source', 'upload', { agentId }, { items: [noted] });
		expect(unread.error?.description).toContain('20000000 bytes');
		const text = await node.run('source', 'addText', { agentId, title: 'Long', content: 'x'.repeat(1_048_577) });
		expect(text.error?.message).toBe('The field "Content" is too long');
		expect(await node.count('POST', path)).toBe(0);
	});

	it('names the field when an address is not public, and continues with the other items', async () => {
		const { agentId } = await newAgent();
		const items = itemsOf(
			{ url: `${node.sandbox.siteUrl}/about` },
			{ url: 'http://10.0.0.1/' },
			{ url: `${node.sandbox.siteUrl}/help` },
		);
		const { rows } = await node.run(
			'source',
			'addUrl',
			{ agentId, url: '={{ $json.url }}' },
			{ items, onError: 'continueRegularOutput' },
		);
		expect(rows[1]).toMatchObject({
			message: expect.stringContaining('URL: ') as string,
			details: { status: 400 },
		});
		expect(rows.filter(({ id }) => typeof id === 'number')).toHaveLength(2);
	});

	it('needs no read scope to add, and names the write scope when that is missing', async () => {
		const { agentId } = await newAgent();
		const writer = await node.admin.createKey({ scopes: ['write:sources'] });
		const added = await node.run('source', 'addText', { agentId, title: 'A', content: 'b' }, { apiKey: writer.key });
		expect(added.rows).toMatchObject([{ name: 'A' }]);
		const reader = await node.admin.createKey({ scopes: ['read:sources'] });
		const refused = await node.run('source', 'addText', { agentId, title: 'A', content: 'b' }, { apiKey: reader.key });
		expect(refused.error?.description).toContain('scope write:sources');
	});

	it('names the active training run, and what to do', async () => {
		const { id } = await node.admin.createAgent({
			name: 'Slow',
			website: `${node.sandbox.siteUrl}/`,
			pageSeconds: 80_000,
		});
		await node.run('agent', 'retrain', { agentId: byId(id) });
		const { error } = await node.run('source', 'addText', { agentId: byId(id), title: 'A', content: 'b' });
		expect(error).toMatchObject({ httpCode: '409' });
		expect(error?.description).toMatch(/active since .*Retry On Fail/);
	});

	it('says when the plan allows no more training data', async () => {
		const { agentId } = await newAgent();
		await node.admin.setSettings({ trainingDataBytes: 0 });
		const { error } = await node.run('source', 'addText', { agentId, title: 'A', content: 'b' });
		await node.admin.setSettings({ trainingDataBytes: 100_000_000 });
		expect(error).toMatchObject({ httpCode: '403', description: expect.stringContaining('Delete sources') as string });
	});

	it('finds the text it added when the response is lost, though one of that name was there', async () => {
		const { agentId, path } = await newAgent();
		await node.run('source', 'addText', { agentId, title: 'Same', content: 'old' });
		await node.admin.addFault('POST', path, { kind: 'lost-after' });
		const { rows } = await node.run('source', 'addText', {
			agentId,
			title: 'Same',
			content: 'new',
			options: { settleSeconds: 0 },
		});
		expect(rows).toMatchObject([{ name: 'Same', audit: { requests: 1 } }]);
		expect(await node.count('POST', path)).toBe(2);
	});

	it('adds a text again, once, when the request was lost before its effect', async () => {
		const { agentId, path } = await newAgent();
		await node.admin.addFault('POST', path, { kind: 'lost-before' });
		const items = itemsOf({ title: 'One' }, { title: 'Two' });
		const { rows } = await node.run(
			'source',
			'addText',
			{ agentId, ...TITLES, options: { settleSeconds: 0 } },
			{ items },
		);
		expect(rows).toMatchObject([{ name: 'One', audit: { requests: 2 } }, { name: 'Two' }]);
		const { rows: all } = await node.run('source', 'getAll', { agentId, returnAll: true, filters: { type: 'text' } });
		expect(all.map(({ name }) => name)).toEqual(['Two', 'One']);
		expect(await node.count('POST', path)).toBe(3);
	});
});
