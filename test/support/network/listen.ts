import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening {
	port: number;
	/** host:port */
	host: string;
	url: string;
	/** Also ends the connections that are open. */
	close: () => Promise<void>;
}

/** Listens on a free port of this machine. Ends no connection that is kept alive: it could be the moment of its next use. */
export async function listen(server: Server): Promise<Listening> {
	server.keepAliveTimeout = 0;
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const host = `127.0.0.1:${port}`;
	const close = () =>
		new Promise<void>((resolve) => {
			server.close(() => resolve());
			server.closeAllConnections();
		});
	return { port, host, url: `http://${host}`, close };
}
