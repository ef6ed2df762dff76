import type { AddressInfo } from 'node:net';
import { buildGateway } from './app';
import type { GatewayServices } from './services';

/** Requests that still run get this long to end, in ms; then their connections are cut. */
const CLOSE_WITHIN_MS = 9_000;

export interface RunningGateway {
	/** Where it really listens, for example http://127.0.0.1:4020. */
	url: string;
	/** Takes no more requests, ends long polls, and resolves when all are answered, within 10 s. */
	close: () => Promise<void>;
}

/** Builds the gateway and listens. @throws when the port is taken, saying which setting to change */
export async function startGateway(services: GatewayServices): Promise<RunningGateway> {
	const { host, port } = services.config;
	const app = await buildGateway(services);
	try {
		await app.listen({ host, port });
	} catch (error) {
		await app.close();
		if (codeOf(error) !== 'EADDRINUSE') throw error;
		throw new Error(
			`The gateway cannot listen on ${host}:${port}: another program does. Stop it, or choose another gateway.port.`,
			{ cause: error },
		);
	}
	// Fastify listens until the port is taken. A connection that cannot be accepted later ends nothing.
	app.server.on('error', (error) => {
		services.logger.error({ err: error }, 'a connection to the gateway could not be accepted');
	});
	return {
		url: urlOf(app.addresses()),
		async close() {
			const cut = setTimeout(() => {
				app.server.closeAllConnections();
			}, CLOSE_WITHIN_MS);
			await app.close();
			clearTimeout(cut);
		},
	};
}

function urlOf([address]: Array<AddressInfo | string>): string {
	if (typeof address !== 'object') throw new Error('The gateway listens on no TCP port.');
	const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
	return `http://${host}:${address.port}`;
}

function codeOf(error: unknown): unknown {
	return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
