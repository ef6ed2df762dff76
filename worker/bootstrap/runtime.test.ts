import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Runtime } from '@temporalio/worker';
import { freePort } from '../../scripts/processes/free-port.mjs';
import { createLogger } from '../log';
import { installRuntime } from './runtime';

const log = createLogger({ level: 'silent' });

// Another file of this process may have left one.
beforeAll(() => Runtime.instance().shutdown());

// What is installed keeps the process, and the SDK starts the next one with the same options.
afterAll(async () => {
	await Runtime.instance().shutdown();
	installRuntime({ log });
	await Runtime.instance().shutdown();
});

async function listen() {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	return { server, address: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('names the setting when it cannot serve the metrics there', async () => {
	const { server, address } = await listen();
	expect(() => {
		installRuntime({ log, metricsAddress: address });
	}).toThrow(/telemetry\.metricsAddress/);
	server.close();
});

test("serves Temporal's metrics where the setting says", async () => {
	const address = `127.0.0.1:${await freePort()}`;
	installRuntime({ log, metricsAddress: address });
	expect((await fetch(`http://${address}/metrics`)).status).toBe(200);
});
