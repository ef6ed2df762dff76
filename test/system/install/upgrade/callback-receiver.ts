import { createServer } from 'node:http';
import { listen } from '../../../support/network/listen';

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
		});
		const { host, close } = await listen(server);
		const receiver = new CallbackReceiver(host, close);
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
