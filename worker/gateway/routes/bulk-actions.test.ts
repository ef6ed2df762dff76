import { createHash } from 'node:crypto';
import { FILTER_FIELDS } from '../../../workflows/bulk-action/contract';
import { useTestGateway } from '../testing/test-gateway';

const { ask } = useTestGateway();

async function preview(payload: object) {
	return ask({ method: 'POST', url: '/v1/bulk-actions/preview', payload });
}

test.each([
	[{ action: 'retry' }, 'all'],
	[{ action: 'retry', type: 'no-such-task' }, 'type'],
	[{ action: 'cancel', status: 'broken' }, 'status'],
	[{ action: 'pause', all: true }, 'target'],
	[{ action: 'retry', ids: [] }, 'ids'],
	[{ action: 'retry', selector: 'client=nobody' }, 'selector'],
	[{ action: 'retry', search: "it's" }, 'search'],
])('%j is refused at the field %s, before anything is done', async (payload, path) => {
	const { status, body } = await preview(payload);
	expect(status).toBe(400);
	expect(body).toMatchObject({ issues: [{ path }] });
});

test('a preview with no match counts none, and has a digest', async () => {
	const { status, body } = await preview({ action: 'retry', type: 'lead-export' });
	expect(status).toBe(200);
	expect(body).toMatchObject({
		count: 0,
		countIsExact: true,
		refused: [],
		sample: [],
		digest: expect.stringMatching(/^sha256:/) as string,
	});
});

test('a start with the digest of another preview is refused', async () => {
	const { body } = await ask({
		method: 'POST',
		url: '/v1/bulk-actions/preview',
		payload: { action: 'retry', all: true },
	});
	const { digest: selection } = body as { digest: string };
	const start = (payload: object) =>
		ask({ method: 'POST', url: '/v1/tasks/bulk-action', payload, headers: { 'idempotency-key': 'a key' } });
	expect(await start({ action: 'cancel', all: true, selection })).toMatchObject({
		status: 409,
		body: { type: 'selection_changed' },
	});
	expect(await start({ action: 'retry', all: true, selection })).toMatchObject({ status: 202 });
});

test('an upload is no preview, whatever it says', async () => {
	const choice = { action: 'cancel', ids: ['lead-export~another'] };
	const row = { id: 'lead-export~another', type: 'lead-export', connection: 'main', agentId: null };
	const values = FILTER_FIELDS.map((field) => (field === 'ids' ? choice.ids : null));
	const of = createHash('sha256').update(JSON.stringify(['cancel', 'tasks', ...values]));
	for (const payload of [JSON.stringify({ of: of.digest('base64url'), rows: [row] }), 'no JSON']) {
		const { body } = await ask({ method: 'PUT', url: '/v1/blobs', payload });
		const { blob: selection } = body as { blob: string };
		const start = { ...choice, selection };
		expect(
			await ask({
				method: 'POST',
				url: '/v1/tasks/bulk-action',
				payload: start,
				headers: { 'idempotency-key': 'forged' },
			}),
		).toMatchObject({ status: 409, body: { type: 'selection_changed' } });
	}
});
