// @ts-check
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

/** Takes every lead that a sync sends. As a destination of the configuration: `destination`. */
export async function startLeadReceiver() {
	let leads = 0;
	const server = createServer((request, response) => {
		request.resume().once('end', () => {
			leads += 1;
			response.writeHead(204).end();
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	const port = typeof address === 'object' && address !== null ? address.port : 0;
	return {
		destination: {
			type: 'webhook',
			url: `http://127.0.0.1:${port}/`,
			secret: `whsec_${randomBytes(32).toString('base64')}`,
		},
		leads: () => leads,
		stop: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
