import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type BucketConfig, bucketSchema } from '../../settings';

export interface SilentServer {
	bucket: BucketConfig;
	stop(): void;
}

/** A server that accepts every connection, and falls silent once it has said so much. */
export async function startSilentServer(says = ''): Promise<SilentServer> {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on('error', () => undefined);
		socket.on('data', () => socket.write(says));
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		bucket: bucketSchema.parse({
			endpoint: `http://127.0.0.1:${port}`,
			bucket: 'leads',
			accessKeyId: 'key',
			secretAccessKey: 'secret',
		}),
		stop: () => {
			for (const socket of sockets) socket.destroy();
			server.close();
		},
	};
}
