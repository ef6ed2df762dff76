import { randomBytes } from 'node:crypto';
import { openBlobs } from '../../../../worker/storage/blobs';
import { Buckets } from '../../../../worker/storage/buckets';
import { blobsSchema } from '../../../../worker/storage/settings';
import { Destinations } from '../../../../worker/destinations';
import { createLogger } from '../../../../worker/log';
import { Keyring } from '../../../../worker/temporal';
import { runWorkers } from '../../../../worker/bootstrap/run-workers';
import { useRuntime } from '../../../support/temporal/use-runtime';
import { startTemporal, type TemporalServer } from '../../../support/temporal/start-temporal';

let temporal: TemporalServer;
const log = createLogger({ level: 'silent' });

beforeAll(async () => {
	useRuntime(log);
	temporal = await startTemporal();
});

afterAll(() => temporal.stop());

test('when one of the workers cannot be made, the reason is reported and the others are closed', async () => {
	const secret = randomBytes(32).toString('base64');
	const connection = { baseUrl: 'http://127.0.0.1:9', apiKey: 'a-key', requestsPerMinute: 60, shareOfLimit: 1 };
	const starting = runWorkers({
		temporal: { ...temporal, fairness: false },
		keyring: new Keyring({ keys: [{ id: 'first', secret }], current: 'first' }),
		connections: { one: connection, two: connection },
		labelled: { matching: () => [], ofService: () => [], list: () => [] },
		timing: { settleMs: 1_000, pollMinMs: 100, pollMaxMs: 500 },
		concurrency: { calls: 200, deliveries: 1, assemblies: 1 },
		destinations: new Destinations({}),
		blobs: openBlobs(blobsSchema.parse({ directory: 'not-used' })),
		buckets: new Buckets({}),
		deliveries: { allowedHosts: [], signingSecret: `whsec_${secret}` },
		events: { webhookHosts: [] },
		knowledge: { hosts: [], folders: {} },
		reviews: { publicUrl: 'http://gateway.example' },
		log,
		workflowBundle: { code: 'this is no JavaScript' },
	});
	await expect(starting).rejects.toThrow(/source map from the provided Workflow Bundle/);
});
