import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { z } from 'zod';

/** A server that answers each request with bytes, which need not be HTTP. */
export class RawServer {
	/** What it writes to a request; then it closes the connection, unless it leaves it open. */
	response: { bytes: Uint8Array; staysOpen?: true } = { bytes: new Uint8Array() };

	private constructor(
		/** Without a path. */
		readonly url: string,
		private readonly server: Server,
		private readonly sockets: ReadonlySet<Socket>,
	) {}

	static async start(): Promise<RawServer> {
		const sockets = new Set<Socket>();
		const server = createServer().listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { port } = z.object({ port: z.number() }).parse(server.address());
		const raw = new RawServer(`http://127.0.0.1:${port}`, server, sockets);
		server.on('connection', (socket) => {
			sockets.add(socket);
			socket.on('close', () => sockets.delete(socket));
			socket.on('error', () => socket.destroy());
			socket.once('data', () => {
				const { bytes, staysOpen } = raw.response;
				if (staysOpen) socket.write(bytes);
				else socket.end(bytes);
			});
		});
		return raw;
	}

	async close(): Promise<void> {
		for (const socket of this.sockets) socket.destroy();
		this.server.close();
		await once(this.server, 'close');
	}
}
