import { randomBytes } from 'node:crypto';
import type { Client, Connection } from '@temporalio/client';
import { ahead } from '../../../support/time/moments';
import { unpolledQueue } from '../../../../worker/pacing';
import { Keyring } from '../../../../worker/temporal';
import { API_QUEUE, apiQueue, INTERNAL_QUEUE } from '../../../../workflows/task-queues';
import { startTemporal, type TemporalServer } from '../../../support/temporal/start-temporal';
import { eventually } from '../../../support/time/eventually';
import { clientOf } from '../../../support/temporal/connect-patiently';

let temporal: TemporalServer;
let client: Client & { connection: Connection };
const over = new AbortController();

beforeAll(async () => {
	temporal = await startTemporal();
	const keyring = new Keyring({ keys: [{ id: 'k1', secret: randomBytes(32).toString('base64') }], current: 'k1' });
	client = await clientOf(temporal, keyring);
});

afterAll(async () => {
	over.abort();
	await client.connection.close();
	await temporal.stop();
});

/** Longer than a worker's poll, which the server ends. */
const POLL_MS = 600_000;

/** Polls as a worker does, until the test is over. */
function poll(kind: 'workflows' | 'activities', queue: string): void {
	const { workflowService, options } = client;
	const asked = { namespace: options.namespace, taskQueue: { name: queue }, identity: 'a worker' };
	const send = (): Promise<unknown> =>
		kind === 'workflows' ? workflowService.pollWorkflowTaskQueue(asked) : workflowService.pollActivityTaskQueue(asked);
	client
		.withDeadline(ahead(POLL_MS).getTime(), () => client.withAbortSignal(over.signal, send))
		.catch((error: unknown) => {
			if (!over.signal.aborted) throw error;
		});
}

test('a look-up waits for the queue that workers choose after their trial, and names the one that none polls', async () => {
	expect(await unpolledQueue(client, 'shared')).toBe(INTERNAL_QUEUE);
	poll('workflows', INTERNAL_QUEUE);
	await eventually(
		() => unpolledQueue(client, 'missing'),
		(seen) => expect(seen).toBe(apiQueue('missing')),
		'Temporal forgets a poller some time after its last poll',
	);

	// Nothing polls for calls yet: the trial is over, and its workers are being created.
	const looks = vi.spyOn(client.workflowService, 'describeTaskQueue');
	const looked = (queue: string) =>
		eventually(
			() => looks.mock.calls.some(([{ taskQueue }]) => taskQueue?.name === queue),
			(seen) => expect(seen).toBe(true),
			'the look at the queue begins a moment later',
		);
	const own = unpolledQueue(client, 'own');
	await looked(apiQueue('own'));
	poll('activities', apiQueue('own'));
	expect(await own).toBeNull();

	const shared = unpolledQueue(client, 'shared');
	await looked(apiQueue('shared'));
	poll('activities', API_QUEUE);
	expect(await shared).toBeNull();
});
