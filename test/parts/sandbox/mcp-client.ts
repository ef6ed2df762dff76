import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { TestSandbox } from './running-sandbox';

export interface ToolResponse {
	isError: boolean;
	/** The JSON that the tool answered. */
	body: unknown;
}

export interface TestMcpClientOptions {
	/** Left out: the seeded key. */
	key?: string;
	/** What the user says when asked; left out: the client cannot ask. */
	user?: (message: string) => ElicitResult | Promise<ElicitResult>;
}

/** An assistant's client: the official one. */
export class TestMcpClient {
	private constructor(private readonly client: Client) {}

	static async connect(sandbox: TestSandbox, { key, user }: TestMcpClientOptions = {}): Promise<TestMcpClient> {
		const capabilities = user ? { elicitation: {} } : {};
		const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities });
		if (user) client.setRequestHandler(ElicitRequestSchema, ({ params }) => user(params.message));
		const headers = { authorization: `Bearer ${key ?? sandbox.running.seedKey}` };
		const url = new URL('/mcp', sandbox.running.apiUrl);
		await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
		return new TestMcpClient(client);
	}

	async tools() {
		return (await this.client.listTools()).tools;
	}

	async call(name: string, args: Record<string, unknown>): Promise<ToolResponse> {
		const { isError = false, content } = await this.client.callTool({ name, arguments: args });
		const text = z.tuple([z.object({ text: z.string() })]).parse(content)[0].text;
		return { isError: isError === true, body: asJson(text) };
	}

	close(): Promise<void> {
		return this.client.close();
	}
}

function asJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
