import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { chunksOf } from '../../../../worker/storage/blobs';
import type { HeldFile } from './held-chunk';
import { listen } from '../../../support/network/listen';

/** Stands before an S3 server, and holds the reading of an export's chunks. All else passes, signatures included. */
export class BucketProxy {
	/** Folders of chunks, the kind that is held, and who waits for each. */
	private readonly held = new Map<string, { kind: string | undefined; released: Promise<void> }>();

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

	/** @param kind of the chunks; default: all */
	hold(taskId: string, kind?: string): HeldFile {
		const folder = chunksOf(taskId);
		let letGo: () => void = () => undefined;
		this.held.set(folder, { kind, released: new Promise((resolve) => (letGo = resolve)) });
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
		const key = decodeURIComponent(path);
		if (method === 'GET')
			for (const [folder, { kind, released }] of this.held)
				if (key.includes(folder) && (kind === undefined || key.includes(`.${kind}.`))) await released;
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
