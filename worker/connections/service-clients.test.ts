import type { ApiClient } from '../../api';
import { eventually } from '../../test/support/time/eventually';
import { ServiceClients } from './service-clients';
import { KeyPauses, type KeyUse, NOT_SHARED } from '../pacing';
import { failedCall } from '../../test/support/api/failed-call';

const account = { baseUrl: 'http://127.0.0.1:9', apiKey: 'first', requestsPerMinute: 60 };

/** A client whose reply names the settings with which it was made. */
function made() {
	const make = vi.fn((name: string, settings: typeof account, use: KeyUse) => ({
		call: () => Promise.resolve({ name, key: settings.apiKey, use }),
	}));
	return make as typeof make & ((...given: Parameters<typeof make>) => ApiClient);
}

test('each call uses the settings of its moment, and unchanged ones keep their client', async () => {
	const make = made();
	const clients = new ServiceClients(make, { main: account, other: { ...account, apiKey: 'of-other' } });
	const [main, other] = [clients.of('main'), clients.of('other')];
	expect(await main.call('listAgents')).toMatchObject({ key: 'first' });
	expect(await other.call('listAgents')).toMatchObject({ key: 'of-other' });
	clients.replace({ main: { ...account, apiKey: 'second' }, other: { ...account, apiKey: 'of-other' } });
	expect(await main.call('listAgents')).toMatchObject({ key: 'second' });
	expect(await other.call('listAgents')).toMatchObject({ key: 'of-other' });
	expect(make).toHaveBeenCalledTimes(3);
});

test('a connection whose calls get no response leaves room for the others', async () => {
	const answers: Array<() => void> = [];
	const answer = (name: string) =>
		new Promise<void>((resolve) => (name === 'hanging' ? answers.push(resolve) : resolve()));
	const make = (name: string) => ({ call: () => answer(name) }) as unknown as ApiClient;
	const connections = { hanging: account, other: account };
	const clients = new ServiceClients(make, connections, 2);
	const hanging = clients.of('hanging');
	const active = [hanging.call('listAgents'), hanging.call('listAgents')];
	// A new key for the connection does not free its calls.
	clients.replace({ ...connections, hanging: { ...account, apiKey: 'second' } });
	await expect(hanging.call('listAgents')).rejects.toMatchObject({
		type: 'connection_busy',
		outcome: 'refused',
		status: null,
		retryAfterMs: 5_000,
		message: expect.stringContaining('2 calls of the connection "hanging" wait for a response') as string,
	});
	await clients.of('other').call('listAgents');
	for (const end of answers) end();
	await Promise.all(active);
	const next = hanging.call('listAgents');
	await eventually(
		() => answers.length,
		(seen) => expect(seen).toBe(3),
		'the request reaches the server a moment later',
	);
	answers.at(-1)?.();
	await next;
});

test('connections with one key know the limit that they have together', async () => {
	const clients = new ServiceClients(made(), { one: account, two: account });
	expect(await clients.of('one').call('listAgents')).toMatchObject({
		use: { names: ['one', 'two'], requestsPerMinute: 120 },
	});
	clients.replace({ one: account });
	expect(await clients.of('one').call('listAgents')).toMatchObject({ use: { names: ['one'], requestsPerMinute: 60 } });
});

test('a call of a removed connection is not sent, and another one is once it is back', async () => {
	const clients = new ServiceClients(made(), { main: account });
	const main = clients.of('main');
	clients.replace({});
	await expect(main.call('listAgents')).rejects.toMatchObject({
		type: 'connection_removed',
		outcome: 'refused',
		status: null,
		message: expect.stringContaining(`The worker's configuration has no connection "main". The task waits.`) as string,
	});
	clients.replace({ main: account });
	expect(await main.call('listAgents')).toMatchObject({ key: 'first' });
});

test('after a 429, no call of the key is sent before its Retry-After is over, over whichever connection', async () => {
	vi.useFakeTimers({ now: 0, toFake: ['Date'] });
	const sent: string[] = [];
	const make = (name: string) =>
		({
			call() {
				sent.push(name);
				return sent.length === 1 ? Promise.reject(limited(2_000)) : Promise.resolve({});
			},
		}) as unknown as ApiClient;
	const connections = { one: account, two: account, other: { ...account, apiKey: 'of-other' } };
	const clients = new ServiceClients(
		make,
		connections,
		10,
		new KeyPauses(NOT_SHARED, { warn: () => undefined }, digestOf),
	);
	await expect(clients.of('one').call('listAgents')).rejects.toMatchObject({ status: 429 });
	for (const name of ['one', 'two'])
		await expect(clients.of(name).call('listAgents')).rejects.toMatchObject({
			type: 'connection_paused',
			status: 429,
			retryAfterMs: 2_000,
			request: 'not sent',
			outcome: 'refused',
		});
	await clients.of('other').call('listAgents');
	vi.setSystemTime(2_000);
	await clients.of('two').call('listAgents');
	expect(sent).toEqual(['one', 'other', 'two']);
	vi.useRealTimers();
});

test('a new key of a connection does not wait for the pause of the old one, and the old one still does', async () => {
	let answer = () => Promise.reject<object>(limited(3_600_000));
	const make = () => ({ call: () => answer() }) as unknown as ApiClient;
	const clients = new ServiceClients(
		make,
		{ main: account },
		10,
		new KeyPauses(NOT_SHARED, { warn: () => undefined }, digestOf),
	);
	const main = clients.of('main');
	await expect(main.call('listAgents')).rejects.toMatchObject({ type: 'rate_limited' });
	answer = () => Promise.resolve({});
	clients.replace({ main: { ...account, apiKey: 'second' } });
	await main.call('listAgents');
	clients.replace({ main: account });
	await expect(main.call('listAgents')).rejects.toMatchObject({ type: 'connection_paused' });
});

const digestOf = (parts: readonly string[]) => parts.join(' ');

const limited = (retryAfterMs: number) =>
	failedCall({ type: 'rate_limited', title: 'Slow down', status: 429, retryAfterMs, outcome: 'refused' });
