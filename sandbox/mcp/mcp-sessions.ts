import { randomUUID } from 'node:crypto';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpServer, type McpServices } from './create-mcp-server';

/** More at once than this, and the one that was idle longest ends; its client begins another. */
const MOST_SESSIONS = 200;

interface Session {
	keyId: string;
	transport: StreamableHTTPServerTransport;
}

/** Sessions of MCP clients, in memory: after a restart a client begins a new one, as the protocol says. */
export class McpSessions {
	/** The one used last stands last. */
	private readonly sessions = new Map<string, Session>();

	constructor(private readonly services: McpServices) {}

	/** A session belongs to its key; for any other key it is not there. */
	find(id: string, keyId: string): StreamableHTTPServerTransport | undefined {
		const session = this.sessions.get(id);
		if (session?.keyId !== keyId) return undefined;
		this.sessions.delete(id);
		this.sessions.set(id, session);
		return session.transport;
	}

	/** For a first request; it becomes a session when that is a good `initialize`. */
	async begin(keyId: string): Promise<StreamableHTTPServerTransport> {
		const transport = new StreamableHTTPServerTransport({
			sessionIdGenerator: randomUUID,
			onsessioninitialized: (id) => {
				this.sessions.set(id, { keyId, transport });
				return this.endIdle();
			},
			onsessionclosed: (id) => {
				this.sessions.delete(id);
			},
		});
		await createMcpServer(this.services, keyId).connect(transport);
		return transport;
	}

	async close(): Promise<void> {
		await Promise.all([...this.sessions.values()].map(({ transport }) => transport.close()));
		this.sessions.clear();
	}

	private async endIdle(): Promise<void> {
		const idle = [...this.sessions].slice(0, -MOST_SESSIONS);
		for (const [id, { transport }] of idle) {
			this.sessions.delete(id);
			await transport.close();
		}
	}
}
