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

/** Listens on a free port of this machine. */
export async function listen(server: Server): Promise<Listening> {
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
