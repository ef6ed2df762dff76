import { useTestGateway } from '../testing/test-gateway';

const { ask } = useTestGateway();

const start = { method: 'POST', url: '/v1/tasks/add-sources', headers: { 'idempotency-key': 'once' } };
const missing = `sha256:${'0'.repeat(64)}`;

test('every file and text that is not kept, or is too large, is told by its field before anything is done', async () => {
	const payload = 'x'.repeat(1024 * 1024 + 1);
	const headers = { 'content-type': 'application/octet-stream' };
	const stored = await ask({ method: 'PUT', url: '/v1/blobs', payload, headers });
	const { blob: large } = stored.body as { blob: string };
	const sources = [
		{ type: 'text', title: 'Kept nowhere', blob: missing },
		{ type: 'file', filename: 'large.txt', blob: large },
		{ type: 'text', title: 'Large', blob: large },
	];
	const reply = await ask({ ...start, payload: { connection: 'main', agentId: 'a', sources } });
	expect(reply.status).toBe(400);
	expect(reply.body).toMatchObject({
		issues: [
			{ path: 'sources.0.blob', message: expect.stringContaining('is not stored at the gateway') as string },
			{ path: 'sources.2.blob', message: 'has 1048577 bytes; the limit of a text is 1048576 bytes' },
		],
	});
	expect((await ask({ url: '/v1/tasks' })).body).toMatchObject({ items: [] });
});

test('the same for the rows of a set of knowledge', async () => {
	const rows = [
		{ type: 'qa', question: 'When?', answer: 'Now.' },
		{ type: 'text', title: 'Kept nowhere', blob: missing },
	];
	const payload = { connection: 'main', agentId: 'a', set: 'One', rows };
	const reply = await ask({ ...start, url: '/v1/tasks/knowledge-sync', payload });
	expect(reply).toMatchObject({ status: 400, body: { issues: [{ path: 'rows.1.blob' }] } });
});
