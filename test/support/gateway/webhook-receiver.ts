import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { eventually } from '../time/eventually';
import { listen } from '../network/listen';

const messageSchema = z.looseObject({ type: z.string(), timestamp: z.string(), data: z.looseObject({}) });

export interface ReceivedMessage {
	headers: Record<string, string>;
	body: z.infer<typeof messageSchema>;
	/** As it came. */
	content: string;
	/** Whether a secret signed it. */
	isSignedBy(secret: string): boolean;
}

/** A subscriber: a server on a free port that keeps the events it gets. */
export class WebhookReceiver {
	readonly received: ReceivedMessage[] = [];
	/** What it answers from now on; a redirect leads back to itself. */
	status = 200;

	private constructor(
		/** host:port */
		readonly host: string,
		readonly close: () => Promise<void>,
	) {}

	static async start(): Promise<WebhookReceiver> {
		const server = createServer((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				// A lead sync asks so whether anybody answers.
				if (request.method === 'HEAD') return response.writeHead(receiver.status).end();
				receiver.received.push(messageOf(request.headers, Buffer.concat(chunks).toString()));
				return response.writeHead(receiver.status, { location: `/redirected` }).end();
			});
		});
		const { host, close } = await listen(server);
		const receiver = new WebhookReceiver(host, close);
		return receiver;
	}

	get url(): string {
		return `http://${this.host}/events`;
	}

	/** The messages of one type, once there are so many. */
	async untilReceived(type: string, count = 1): Promise<ReceivedMessage[]> {
		return eventually(
			() => this.received.filter(({ body }) => body.type === type),
			({ length }) => length >= count,
			'each message is sent by a workflow of its own',
		);
	}
}

function messageOf(headers: NodeJS.Dict<string | string[]>, content: string): ReceivedMessage {
	const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
	return {
		headers: texts,
		body: messageSchema.parse(JSON.parse(content)),
		content,
		isSignedBy(secret) {
			try {
				new Webhook(secret).verify(content, texts);
				return true;
			} catch {
				return false;
			}
		},
	};
}
