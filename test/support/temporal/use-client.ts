import { Client } from '@temporalio/client';
import { connectPatiently } from './connect-patiently';
import { startTemporal, type TemporalServer } from './start-temporal';

/** A namespace of a real server for the tests of a file, and a client of it. */
export function useTemporalClient(): () => Client {
	let server: TemporalServer;
	let client: Client;

	beforeAll(async () => {
		server = await startTemporal();
		client = new Client({ connection: await connectPatiently(server.address), namespace: server.namespace });
	});
	afterAll(async () => {
		await client.connection.close();
		await server.stop();
	});
	return () => client;
}
