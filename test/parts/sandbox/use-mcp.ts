import { EmailCustomer } from './email-customer';
import { TestMcpClient, type TestMcpClientOptions } from './mcp-client';
import { TestSandbox } from './running-sandbox';

/** A sandbox for each test of a file, and MCP clients of it that are closed after the test. */
export function useMcp() {
	let sandbox: TestSandbox;
	let customer: EmailCustomer;
	const clients: TestMcpClient[] = [];
	beforeEach(async () => {
		sandbox = await TestSandbox.start();
		customer = new EmailCustomer(sandbox);
	});
	afterEach(async () => {
		for (const client of clients.splice(0)) await client.close();
		await sandbox.running.close();
	});

	return {
		get sandbox() {
			return sandbox;
		},
		get customer() {
			return customer;
		},
		async connect(options?: TestMcpClientOptions): Promise<TestMcpClient> {
			const client = await TestMcpClient.connect(sandbox, options);
			clients.push(client);
			return client;
		},
	};
}
