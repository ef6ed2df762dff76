import { randomBytes } from 'node:crypto';
import { Worker } from '@temporalio/worker';
import { pausesInTemporal } from '../../../../worker/pacing';
import { connectClient, connectWorkers, encryptedConverter, Keyring } from '../../../../worker/temporal';
import { INTERNAL_QUEUE } from '../../../../workflows/task-queues';
import { sourceBundle } from '../../../support/source-bundle';
import { startTemporal } from '../../../support/temporal/start-temporal';
import { useRuntime } from '../../../support/temporal/use-runtime';
import { eventually } from '../../../support/time/eventually';

useRuntime();

const HOUR_MS = 3_600_000;

it('a pause is seen by other processes at once, the later one counts, and it ends by itself', async () => {
	const temporal = await startTemporal();
	const keyring = new Keyring({ keys: [{ id: 'k1', secret: randomBytes(32).toString('base64') }], current: 'k1' });
	const [one, other] = [await connectClient(temporal, keyring), await connectClient(temporal, keyring)];
	const [writer, reader] = [pausesInTemporal(one), pausesInTemporal(other)];
	expect(await reader.read('main')).toBe(0);
	// No worker has run anything of it yet.
	await writer.write('main', HOUR_MS);
	expect(await reader.read('main')).toBeGreaterThan(HOUR_MS / 2);
	expect(await reader.read('other')).toBe(0);
	await writer.write('main', 100);
	const left = await reader.read('main');
	expect(left).toBeGreaterThan(0);
	expect(left).toBeLessThanOrEqual(100);
	const connection = await connectWorkers(temporal);
	const worker = await Worker.create({
		connection,
		namespace: temporal.namespace,
		taskQueue: INTERNAL_QUEUE,
		workflowBundle: await sourceBundle(),
		dataConverter: encryptedConverter(keyring),
	});
	await worker.runUntil(
		eventually(
			() => reader.read('main'),
			(ms) => ms === 0,
			'its timer ends the pause',
		),
	);
	await Promise.all([one.connection.close(), other.connection.close(), connection.close()]);
	await temporal.stop();
});
