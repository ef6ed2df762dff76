import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { listen } from '../../support/network/listen';

const contactSchema = z.object({ externalId: z.int() }).loose();

/** A CRM that a flow writes to: it keeps every contact that it accepted, in order, and refuses what a test names. */
export class CrmServer {
	/** Ids of the accepted leads. A lead that came twice is here twice. */
	readonly contacts: number[] = [];
	/** Requests that have come, with those that have no response yet. */
	arrived = 0;
	private released: Promise<void> = Promise.resolve();
	/** Requests with the lead's id that are still to be refused. */
	readonly refusals = new Map<number, number>();

	private constructor(
		readonly port: number,
		readonly stop: () => Promise<void>,
	) {}

	static async start(): Promise<CrmServer> {
		const server = createServer();
		const { port, close } = await listen(server);
		const crm = new CrmServer(port, close);
		server.on('request', (request, response) => {
			void json(request).then(async (body) => {
				const { externalId } = contactSchema.parse(body);
				crm.arrived += 1;
				await crm.released;
				const left = crm.refusals.get(externalId) ?? 0;
				if (left > 0) crm.refusals.set(externalId, left - 1);
				else crm.contacts.push(externalId);
				response.writeHead(left > 0 ? 422 : 201, { 'content-type': 'application/json' });
				response.end(JSON.stringify(left > 0 ? { message: 'The email is taken' } : { id: externalId }));
			});
		});
		return crm;
	}

	/** From now on requests wait for their response. @returns ends that */
	hold(): () => void {
		let release = () => {};
		this.released = new Promise((resolve) => {
			release = resolve;
		});
		return release;
	}
}
