import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { slowDispatches } from '../../observability/usage/slow-dispatch';
import { blobsSchema } from '../../storage/settings';
import { checkDispatches } from './check-dispatches';

vi.mock('../../observability/usage/slow-dispatch', () => ({ slowDispatches: vi.fn(() => Promise.resolve([])) }));

test.each([
	['shared', 582],
	['own', 1_455],
] as const)('the pace is judged by the queue that the workers poll: %s', async (queue, perMinute) => {
	const directory = await mkdtemp(join(tmpdir(), 'agent-knowledge-dispatches-'));
	const connections = { main: { requestsPerMinute: 3_000, shareOfLimit: 0.97 } };
	const encryption = { keys: [{ id: 'k1', secret: Buffer.alloc(32, 7).toString('base64') }], current: 'k1' };
	const config = { blobs: blobsSchema.parse({ directory }), encryption, connections };
	expect(await checkDispatches(config as never, queue)).toMatchObject([{ status: 'ok' }]);
	const paces = vi.mocked(slowDispatches).mock.lastCall?.[1];
	expect(paces?.get('main')).toBeCloseTo(perMinute, 3);
	await rm(directory, { recursive: true });
});
