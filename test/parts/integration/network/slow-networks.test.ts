import { fork } from 'node:child_process';
import dns, { type LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { connect, getDefaultAutoSelectFamilyAttemptTimeout, setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { allowSlowNetworks, createClient } from '../../../../api';

const SERVER = join(__dirname, '../../../support/network/slow-server.mjs');
/** Longer than Node waits for an address by default, and shorter than a packet's second attempt. */
const BLOCKED_MS = 700;
/** An address of documentation (RFC 3849), which leads nowhere. */
const NOWHERE = '2001:db8::1';

const before = getDefaultAutoSelectFamilyAttemptTimeout();

/** A server whose first packet is lost, so that a connection takes a second. */
async function lossyServer() {
	const child = fork(SERVER, [String(BLOCKED_MS)]);
	const [{ port }] = z.tuple([z.object({ port: z.number() })]).parse((await once(child, 'message')).slice(0, 1));
	child.send('block');
	await once(child, 'message');
	// They fill the queue of connections that wait to be accepted.
	const waiting = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
	await Promise.all(waiting.slice(0, 2).map((socket) => once(socket, 'connect')));
	const close = async () => {
		for (const socket of waiting) socket.destroy();
		child.kill();
		await once(child, 'exit');
	};
	return { port, close };
}

/** Every name has these addresses. */
function resolveTo(addresses: LookupAddress[]): void {
	const lookup = (_name: string, _options: unknown, done: (error: null, found: LookupAddress[]) => void) =>
		process.nextTick(done, null, addresses);
	vi.spyOn(dns, 'lookup').mockImplementation(lookup as never);
}

afterEach(() => {
	vi.restoreAllMocks();
	vi.unstubAllEnvs();
	setDefaultAutoSelectFamilyAttemptTimeout(before);
});

const call = (baseUrl: string) => createClient({ baseUrl, apiKey: 'the-key' }).call('listAgents', {});

test('a service behind a slow line and an address that leads nowhere is reached', async ({ skip }) => {
	if (process.platform !== 'linux') return skip('Only Linux drops the packet.');

	const { port, close } = await lossyServer();
	try {
		resolveTo([
			{ address: '127.0.0.1', family: 4 },
			{ address: NOWHERE, family: 6 },
		]);
		allowSlowNetworks();
		await expect(call(`http://service.example:${port}`)).resolves.toMatchObject({ total: 0 });
	} finally {
		await close();
	}
});

test('if no address accepts the connection, nothing was sent', async () => {
	resolveTo([
		{ address: '127.0.0.1', family: 4 },
		{ address: '::1', family: 6 },
	]);
	await expect(call('http://service.example:9')).rejects.toMatchObject({
		type: 'connection_refused',
		outcome: 'refused',
		title: 'No server responds at service.example:9',
	});
});

test("Node's own flag wins", () => {
	vi.stubEnv('NODE_OPTIONS', '--network-family-autoselection-attempt-timeout=300');
	allowSlowNetworks();
	expect(getDefaultAutoSelectFamilyAttemptTimeout()).toBe(before);
});
