import { Client, Connection } from '@temporalio/client';
import { CONNECT_PATIENTLY_MS, startTemporal, type TemporalServer } from './start-temporal';

/** A real server for the tests of a file, and a client of it. */
export function useTemporalClient(): () => Client {
	let server: TemporalServer;
	let client: Client;

	beforeAll(async () => {
		server = await startTemporal();
		const connection = await Connection.connect({ address: server.address, connectTimeout: CONNECT_PATIENTLY_MS });
		client = new Client({ connection, namespace: server.namespace });
	});
	afterAll(async () => {
		await client.connection.close();
		await server.stop();
	});
	return () => client;
}
