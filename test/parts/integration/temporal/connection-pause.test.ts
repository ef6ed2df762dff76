import { randomBytes } from 'node:crypto';
import { Worker } from '@temporalio/worker';
import { KeyPauses, pausesInTemporal } from '../../../../worker/pacing';
import { connectClient, connectWorkers, encryptedConverter, Keyring } from '../../../../worker/temporal';
import { INTERNAL_QUEUE } from '../../../../workflows/task-queues';
import { sourceBundle } from '../../../support/source-bundle';
import { startTemporal } from '../../../support/temporal/start-temporal';
import { useRuntime } from '../../../support/temporal/use-runtime';
import { eventually } from '../../../support/time/eventually';

useRuntime();

const HOUR_MS = 3_600_000;

type Key = Parameters<KeyPauses['leftMs']>[0];
const digestOf = (parts: readonly string[]) => `digest of ${parts.at(-1)}`;
const fail = () => expect.fail('the pause was not shared');

it('a pause is seen by other processes at once, the longer one counts, and it ends by itself', async () => {
	const temporal = await startTemporal();
	const keyring = new Keyring({ keys: [{ id: 'k1', secret: randomBytes(32).toString('base64') }], current: 'k1' });
	const [one, other] = [await connectClient(temporal, keyring), await connectClient(temporal, keyring)];
	const [writer, reader] = [pausesInTemporal(one), pausesInTemporal(other)];
	const third = pausesInTemporal(other);
	expect(await reader.read('main')).toBe(0);
	// No worker has run anything of it yet.
	await writer.write('main', HOUR_MS);
	expect(await reader.read('main')).toBeGreaterThan(HOUR_MS / 2);
	expect(await reader.read('other')).toBe(0);
	// A shorter one, of whichever process, does not end it.
	await reader.write('main', 100);
	await writer.write('main', 100);
	expect(await reader.read('main')).toBeGreaterThan(HOUR_MS / 2);
	await writer.write('short', 100);
	const left = await reader.read('short');
	expect(left).toBeGreaterThan(0);
	expect(left).toBeLessThanOrEqual(100);
	await reader.write('short', 200);
	expect(await writer.read('short')).toBeGreaterThan(0);

	// Over the processes' own knowledge: two that are asked, and one that only looks.
	const processes = [writer, reader, third].map((pauses) => new KeyPauses(pauses, { warn: fail }, digestOf));
	const [first, second, looking] = processes as [KeyPauses, KeyPauses, KeyPauses];
	const [long, brief] = ['long', 'brief'].map((apiKey) => ({ baseUrl: 'https://service.example', apiKey })) as [
		Key,
		Key,
	];
	await first.asked(long, ['main'], HOUR_MS);
	await second.asked(long, ['main'], 1);
	expect(await looking.leftMs(long)).toBeGreaterThan(HOUR_MS / 2);
	// Nobody runs its workflow, so the others wait for it. The process that was asked waits for as long as it was.
	await first.asked(brief, ['main'], 1);
	expect(await looking.leftMs(brief)).toBeGreaterThan(0);
	await eventually(
		() => first.leftMs(brief),
		(ms) => ms === 0,
		'the millisecond passes',
	);
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
			() => third.read('short'),
			(ms) => ms === 0,
			'its timer ends the pause',
		),
	);
	await Promise.all([one.connection.close(), other.connection.close(), connection.close()]);
	await temporal.stop();
});
