import { once } from 'node:events';
import { createServer } from 'node:http';
import { z } from 'zod';

/** Takes the callbacks of waits, as n8n does, and notes each. */
export class CallbackReceiver {
	private readonly paths: string[] = [];

	private constructor(
		/** host:port */
		readonly host: string,
		readonly close: () => Promise<void>,
	) {}

	static async start(): Promise<CallbackReceiver> {
		const server = createServer((request, response) => {
			receiver.paths.push(request.url ?? '');
			request.resume();
			response.end('{}');
		}).listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { port } = z.object({ port: z.number() }).parse(server.address());
		const receiver = new CallbackReceiver(`127.0.0.1:${port}`, async () => {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		});
		return receiver;
	}

	url(path: string): string {
		return `http://${this.host}${path}`;
	}

	/** How many callbacks came to a path. */
	count(path: string): number {
		return this.paths.filter((each) => each === path).length;
	}
}
