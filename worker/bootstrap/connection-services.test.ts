import { MockActivityEnvironment } from '@temporalio/testing';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { Destinations } from '../destinations';
import { Metrics } from '../observability/metrics';
import { CallCounts } from '../observability/usage/call-counts';
import { Keyring } from '../temporal/keyring';
import type { CallFaults } from '../connections';
import { type ConnectionSettings, ConnectionServices } from './connection-services';

type Shared = Record<'readAgentPage', (offset: number) => Promise<unknown>>;

/** Nothing listens there, so a call that is sent fails as refused. */
const connection = (requestsPerMinute: number, baseUrl = 'http://127.0.0.1:9') => ({
	baseUrl,
	apiKey: 'key',
	requestsPerMinute,
	shareOfLimit: 0.97,
});

function shared(requestsPerMinute: number, isPaced = true): Shared {
	return servicesOf(connection(requestsPerMinute)).sharedActivities({ isPaced }) as Shared;
}

function servicesOf(main: ConnectionSettings, faults?: Pick<CallFaults, 'answered' | 'removed'>): ConnectionServices {
	return new ConnectionServices(
		{
			connections: { main },
			concurrency: { calls: 40 },
			log: pino({ level: 'silent' }),
			timing: { pollMinMs: 100, pollMaxMs: 1_000 },
			destinations: new Destinations({}),
			blobs: { store: {} } as never,
			keyring: new Keyring({ keys: [{ id: 'k1', secret: randomBytes(32).toString('base64') }], current: 'k1' }),
		},
		new Metrics(),
		new CallCounts(),
		faults,
	);
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
	// The connection was idle.
	expect(await called(lowered)).toMatchObject({ type: 'connection_refused' });
	expect(await called(lowered)).toMatchObject({ type: 'not_yet', nonRetryable: false });
});

test.each([
	['of the same limit', shared(600)],
	['in a queue that the server paces otherwise', shared(60, false)],
])('each call %s is sent', async (_why, services) => {
	for (const _call of [1, 2]) expect(await called(services)).toMatchObject({ type: 'connection_refused' });
});

test('a call with a bounded number of attempts is sent, because a refusal would use one', async () => {
	const lowered = shared(60);
	for (const _call of [1, 2]) expect(await called(lowered, 1)).toMatchObject({ type: 'connection_refused' });
});

test('a call that its task cancels says nothing of the service, and one that the service cuts off does', async () => {
	const environment = new MockActivityEnvironment({ priority: { fairnessKey: 'main' } });
	const server = createServer((request) => (isCut ? request.socket.destroy() : environment.cancel()));
	let isCut = false;
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const answered = vi.fn<(connection: string, status: number | null) => void>();
	const services = servicesOf(connection(600, `http://127.0.0.1:${port}`), { answered, removed: vi.fn() });
	const activities = services.sharedActivities({ isPaced: false }) as Shared;
	await expect(environment.run(activities.readAgentPage, 0)).rejects.toThrow();
	expect(answered).not.toHaveBeenCalled();
	isCut = true;
	await called(activities);
	expect(answered).toHaveBeenCalledWith('main', null);
	server.close();
});
