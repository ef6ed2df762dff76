import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { listen } from '../../../support/network/listen';

const pingSchema = z.object({ type: z.literal('ping'), timestamp: z.string(), data: z.object({}) });

const deliverySchema = z.object({
	type: z.literal('lead.captured'),
	timestamp: z.string(),
	data: z.looseObject({ connection: z.string(), id: z.number(), email: z.string() }),
});

export interface Delivery extends z.infer<typeof deliverySchema> {
	webhookId: string;
}

export interface Receiver {
	url: string;
	secret: string;
	/** Each verified delivery, in the order in which they came. */
	deliveries: Delivery[];
	/** `webhook-id` of each verified ping. */
	pings: string[];
	/** How a ping is answered. */
	pingStatus: number;
	/** How a delivery is answered; 200 unless a test says otherwise. */
	answer: (delivery: Delivery) => { status: number; headers?: Record<string, string>; body?: string };
	close(): Promise<void>;
}

/** Takes leads as any receiver of Standard Webhooks does: a wrong signature is answered 401. */
export async function startReceiver(): Promise<Receiver> {
	const secret = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;
	const verifier = new Webhook(secret);
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			if (request.method !== 'POST') return response.writeHead(405).end();
			const header = (name: string) => String(request.headers[name]);
			const headers = Object.fromEntries(
				['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, header(name)]),
			);
			let content: unknown;
			try {
				content = verifier.verify(Buffer.concat(chunks).toString(), headers);
			} catch {
				return response.writeHead(401).end();
			}
			if (pingSchema.safeParse(content).success) {
				receiver.pings.push(header('webhook-id'));
				return response.writeHead(receiver.pingStatus).end();
			}
			const delivery = { ...deliverySchema.parse(content), webhookId: header('webhook-id') };
			receiver.deliveries.push(delivery);
			const { status, headers: more, body } = receiver.answer(delivery);
			return response.writeHead(status, more).end(body);
		});
	});
	const { url, close } = await listen(server);
	const receiver: Receiver = {
		url: `${url}/leads`,
		secret,
		deliveries: [],
		pings: [],
		pingStatus: 204,
		answer: () => ({ status: 200 }),
		close,
	};
	return receiver;
}
