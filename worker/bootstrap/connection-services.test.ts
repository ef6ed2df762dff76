import { MockActivityEnvironment } from '@temporalio/testing';
import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { Destinations } from '../destinations';
import { Metrics } from '../observability/metrics';
import { CallCounts } from '../observability/usage/call-counts';
import { Keyring } from '../temporal/keyring';
import { ConnectionServices } from './connection-services';

type Shared = Record<'readAgentPage', (offset: number) => Promise<unknown>>;

/** Nothing listens there, so a call that is sent fails as refused. */
const connection = (requestsPerMinute: number) => ({
	...{ baseUrl: 'http://127.0.0.1:9', apiKey: 'key', requestsPerMinute, shareOfLimit: 0.97 },
});

function shared(requestsPerMinute: number): Shared {
	const services = new ConnectionServices(
		{
			...{
				connections: { main: connection(requestsPerMinute) },
				concurrency: { calls: 40 },
				log: pino({ level: 'silent' }),
			},
			timing: { pollMinMs: 100, pollMaxMs: 1_000 },
			destinations: new Destinations({}),
			blobs: { store: {} } as never,
			keyring: new Keyring({ keys: [{ id: 'k1', secret: randomBytes(32).toString('base64') }], current: 'k1' }),
		},
		new Metrics(),
		new CallCounts(),
	);
	return services.sharedActivities() as Shared;
}

/** A call that the server dispatched at the pace of 600 requests a minute. @param maximumAttempts undefined: no bound */
async function called({ readAgentPage }: Shared, maximumAttempts?: number): Promise<unknown> {
	const environment = new MockActivityEnvironment({
		priority: { fairnessKey: 'main', fairnessWeight: 10 },
		retryPolicy: { ...(maximumAttempts !== undefined && { maximumAttempts }) },
	});
	return environment.run(readAgentPage, 0).catch((error: unknown) => error);
}

test('a call above a lowered limit is not sent, and Temporal repeats it', async () => {
	const lowered = shared(60);
	expect(await called(lowered)).toMatchObject({ type: 'not_yet', nonRetryable: false });
	expect(await called(shared(600))).toMatchObject({ type: 'connection_refused' });
});

test('a call with a bounded number of attempts is sent, because a refusal would use one', async () => {
	expect(await called(shared(60), 1)).toMatchObject({ type: 'connection_refused' });
});
