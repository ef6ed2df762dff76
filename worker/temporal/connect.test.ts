import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { connectClient } from './connect';
import { Keyring } from './keyring';

const keyring = new Keyring({ keys: [{ id: 'k', secret: Buffer.alloc(32).toString('base64') }], current: 'k' });

afterEach(() => vi.unstubAllEnvs());

test("a client uses no proxy of the environment, as the workers' connection does not", async () => {
	let asked = 0;
	const proxy = createServer((socket) => {
		asked += 1;
		socket.destroy();
	}).listen(0, '127.0.0.1');
	await once(proxy, 'listening');
	const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
	for (const name of ['grpc_proxy', 'https_proxy', 'http_proxy']) vi.stubEnv(name, url);
	for (const name of ['no_grpc_proxy', 'no_proxy']) vi.stubEnv(name, '');
	await expect(connectClient({ address: '127.0.0.1:9', namespace: 'none' }, keyring)).rejects.toThrow(
		/Temporal cannot be reached at 127\.0\.0\.1:9/,
	);
	expect(asked).toBe(0);
	proxy.close();
});
