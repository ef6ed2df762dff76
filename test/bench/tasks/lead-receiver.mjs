// @ts-check
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

/** A ping has no agent. The check before the start has no body at all. */
const bodySchema = z.looseObject({ data: z.looseObject({ agentId: z.string().optional() }) });

/** Takes every lead that a sync sends. As a destination of the configuration: `destination`. */
export async function startLeadReceiver() {
	/** By agent. @type {Map<string, number>} */
	const leads = new Map();
	const server = createServer((request, response) => {
		text(request)
			.then((body) => {
				const agentId = body === '' ? undefined : bodySchema.parse(JSON.parse(body)).data.agentId;
				if (agentId !== undefined) leads.set(agentId, leadsOf(agentId) + 1);
				response.writeHead(204).end();
			})
			// The worker ended in mid-request.
			.catch(() => response.destroy());
	});
	/** @param {string} agentId */
	const leadsOf = (agentId) => leads.get(agentId) ?? 0;
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
		leads: () => [...leads.values()].reduce((sum, count) => sum + count, 0),
		leadsOf,
		stop: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
