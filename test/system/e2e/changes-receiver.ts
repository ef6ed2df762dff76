import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { now } from '../../support/time/moments';
import { listen } from '../../support/network/listen';

const recordSchema = z.looseObject({
	id: z.string(),
	status: z.string().optional(),
	state: z.string().optional(),
	messageCount: z.int().optional(),
});
const changeSchema = z.object({
	change: z.string(),
	changeId: z.string(),
	seenAt: z.iso.datetime(),
	changed: z.array(z.string()),
	before: recordSchema.partial(),
	after: recordSchema,
});

export interface ReceivedChange extends z.infer<typeof changeSchema> {
	/** When it came. ISO 8601. */
	at: string;
}

/** Whoever a flow sends its changes to: it keeps all that came, in order. */
export class ChangesReceiver {
	readonly received: ReceivedChange[] = [];

	private constructor(
		readonly port: number,
		readonly stop: () => Promise<void>,
	) {}

	static async start(): Promise<ChangesReceiver> {
		const server = createServer();
		const { port, close } = await listen(server);
		const receiver = new ChangesReceiver(port, close);
		server.on('request', (request, response) => {
			void json(request).then((body) => {
				receiver.received.push({ ...changeSchema.parse(body), at: now().toISOString() });
				response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
			});
		});
		return receiver;
	}
}
