import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { now } from '../../../support/time/moments';
import { startProcess } from '../../../../worker/bootstrap';
import { createLogger } from '../../../../worker/log';
import { CallCounts } from '../../../../worker/observability/usage/call-counts';
import { sumUsage } from '../../../../worker/observability/usage/read-usage';
import { newUsageKey, writeUsage } from '../../../../worker/observability/usage/usage-record';
import { S3Store } from '../../../../worker/storage/blobs/s3-store';
import { ask, askEnded, linkOf, retrain } from '../../../support/gateway/ask';
import { runCommand } from '../../../support/gateway/run-command';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';
import { sourceBundle } from '../../../support/source-bundle';
import { startS3 } from '../blobs/start-s3';

const usageSchema = z.object({
	items: z.array(z.object({ connection: z.string(), requestsPerMinute: z.number(), calls: z.array(z.number()) })),
	unreadable: z.number(),
});
const sum = (numbers: readonly number[] = []) => numbers.reduce((total, each) => total + each, 0);

let platform: GatewayPlatform;

beforeAll(async () => {
	platform = await startPlatform({ worker: false, clockFactor: 1_000 });
});

afterAll(() => platform.close());

test('the gateway sums the calls of several workers, also after they have ended', async () => {
	const workflowBundle = await sourceBundle();
	const start = () =>
		startProcess(platform.config, { worker: true, gateway: false }, createLogger({ level: 'silent' }), {
			workflowBundle,
		});
	const workers = await Promise.all([start(), start()]);
	for (const name of ['one', 'two', 'three']) {
		const started = await ask(platform, retrain(name));
		expect((await askEnded(platform, linkOf(started))).body).toMatchObject({ status: 'completed' });
	}
	await Promise.all(workers.map((worker) => worker.stop()));
	const made = (await platform.admin.requests({})).length;
	expect(made).toBeGreaterThan(0);
	const { items, unreadable } = usageSchema.parse((await ask(platform, { path: '/v1/connections/usage' })).body);
	expect(unreadable).toBe(0);
	const calls = Object.fromEntries(items.map((item) => [item.connection, sum(item.calls)]));
	expect(calls).toEqual({ main: made, narrow: 0, restricted: 0, wrong: 0, nowhere: 0 });
	expect(items[0]).toMatchObject({ connection: 'main', requestsPerMinute: 6_000 });

	const shown = await runCommand(platform, ['connections', 'usage', '--json']);
	expect(usageSchema.parse(JSON.parse(shown.result)).items).toEqual(items);
});

test('records in a bucket are summed in the same way', async () => {
	const server = await startS3();
	const drafts = await mkdtemp(join(tmpdir(), 'agent-knowledge-usage-drafts-'));
	try {
		const store = new S3Store(server.bucket, drafts);
		const at = now().getTime();
		for (const calls of [2, 3]) {
			const counts = new CallCounts();
			for (let call = 0; call < calls; call += 1) counts.count('main', 200, at);
			await writeUsage(store, newUsageKey(), counts.lastHour(at));
		}
		const { connections } = await sumUsage(store, { main: { requestsPerMinute: 60 } }, at);
		expect(sum(connections[0]?.calls)).toBe(5);
	} finally {
		await server.stop();
		await rm(drafts, { recursive: true, force: true });
	}
});
