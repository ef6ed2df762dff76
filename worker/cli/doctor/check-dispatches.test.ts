import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { now } from '../../../test/support/time/moments';
import { CallCounts } from '../../observability/usage/call-counts';
import { newUsageKey, writeUsage } from '../../observability/usage/usage-record';
import { WaitingCalls } from '../../observability/usage/waiting-calls';
import { openBlobs } from '../../storage/blobs';
import { blobsSchema } from '../../storage/settings';
import { Keyring } from '../../temporal';
import { checkDispatches } from './check-dispatches';

const MINUTE_MS = 60_000;
/** A thousand calls a minute, which always waited. */
const EVERY_MS = 60;

let directory: string;

beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), 'agent-knowledge-dispatches-'));
});
afterEach(() => rm(directory, { recursive: true }));

test('the pace is judged by the queue that the workers poll', async () => {
	const connections = { main: { requestsPerMinute: 3_000, shareOfLimit: 0.97 } };
	const encryption = { keys: [{ id: 'k1', secret: Buffer.alloc(32, 7).toString('base64') }], current: 'k1' };
	const blobs = blobsSchema.parse({ directory });
	const [counts, waiting, until] = [new CallCounts(), new WaitingCalls(), now().getTime()];
	for (let at = until - 10 * MINUTE_MS; at <= until; at += EVERY_MS)
		counts.dispatched('main', waiting.handedOut('main', 2 * MINUTE_MS, at), at);
	await writeUsage(openBlobs(blobs, new Keyring(encryption)).store, newUsageKey(), counts.lastHour(until));

	const config = { blobs, encryption, connections } as never;
	expect(await checkDispatches(config, 'shared')).toMatchObject([{ status: 'ok' }]);
	expect(await checkDispatches(config, 'own')).toMatchObject([
		{ status: 'warn', detail: expect.stringMatching(/main \(\d+ of 1455 calls a minute/) as string },
	]);
});
