import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { chunksOf } from '../../../../worker/storage/blobs';
import type { HeldFile } from './held-chunk';
import { listen } from '../../../support/network/listen';

/** Stands before an S3 server, and holds the reading of an export's chunks. All else passes, signatures included. */
export class BucketProxy {
	/** Folders of chunks, and who waits for each. */
	private readonly held = new Map<string, Promise<void>>();

	private constructor(
		server: Server,
		private readonly target: URL,
		readonly url: string,
		readonly stop: () => Promise<void>,
	) {
		server.on('request', (incoming, outgoing) => void this.pass(incoming, outgoing).catch(() => outgoing.destroy()));
	}

	static async start(target: string): Promise<BucketProxy> {
		const server = createServer();
		const { url, close } = await listen(server);
		return new BucketProxy(server, new URL(target), url, close);
	}

	hold(taskId: string): HeldFile {
		const folder = chunksOf(taskId);
		let letGo: () => void = () => undefined;
		this.held.set(folder, new Promise((resolve) => (letGo = resolve)));
		return {
			release: () => {
				this.held.delete(folder);
				letGo();
				return Promise.resolve();
			},
		};
	}

	private async pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
		const { method = 'GET', url = '/', headers } = incoming;
		const [path = ''] = url.split('?');
		if (method === 'GET')
			for (const [folder, released] of this.held) if (decodeURIComponent(path).includes(folder)) await released;
		const forwarded = request(new URL(url, this.target), { method, headers });
		const answered = new Promise<IncomingMessage>((resolve, reject) => {
			// Also when a killed worker hangs up, and then the server: each is an error of its own.
			forwarded.on('response', resolve).on('error', reject);
		});
		answered.catch(() => undefined);
		await pipeline(incoming, forwarded);
		const answer = await answered;
		outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
		await pipeline(answer, outgoing);
	}
}
