import { Readable } from 'node:stream';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { unlessSilent } from './unless-silent';

type Handle = NodeHttpHandler['handle'];

/** In milliseconds. */
const CONNECT_WITHIN_MS = 5_000;

/** Sends requests to a bucket's server, and gives up one that says nothing. */
export class BucketHandler extends NodeHttpHandler {
	/** The limit of a socket would also cut what is read slowly, and one of a request what is sent slowly. */
	readonly #reads: NodeHttpHandler;

	constructor(private readonly silentForMs: number) {
		super({ connectionTimeout: CONNECT_WITHIN_MS, socketTimeout: silentForMs });
		this.#reads = new NodeHttpHandler({
			connectionTimeout: CONNECT_WITHIN_MS,
			socketTimeout: 0,
			// It ends with the headers of the answer.
			requestTimeout: silentForMs,
			throwOnRequestTimeout: true,
		});
	}

	override async handle(...asked: Parameters<Handle>): ReturnType<Handle> {
		const { method } = asked[0];
		const body: unknown = asked[0].body;
		if (body instanceof Readable) return this.#send(body, asked);
		if (method !== 'GET') return super.handle(...asked);
		const { response } = await this.#reads.handle(...asked);
		const content: unknown = response.body;
		if (content instanceof Readable) response.body = unlessSilent(content, this.silentForMs);
		return { response };
	}

	/** What is sent may break too, as a file that cannot be read: the request waits for the rest of it, and nobody listens. */
	async #send(body: Readable, asked: Parameters<Handle>): ReturnType<Handle> {
		const broken = new Promise<never>((_resolve, reject) => {
			body.once('error', reject);
		});
		try {
			return await Promise.race([super.handle(...asked), broken]);
		} finally {
			body.destroy();
		}
	}

	override destroy(): void {
		super.destroy();
		this.#reads.destroy();
	}
}
