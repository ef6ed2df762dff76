import { S3Client } from '@aws-sdk/client-s3';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { Readable } from 'node:stream';
import type { BucketConfig } from '../../config/storage-schema';

const ANSWER_WITHIN_MS = 60_000;

/** @param silentForMs how long a server may say nothing before the request is given up, and tried again */
export function bucketClient(
	{ endpoint, region, pathStyle, accessKeyId, secretAccessKey }: BucketConfig,
	silentForMs = ANSWER_WITHIN_MS,
): S3Client {
	return new S3Client({
		region,
		forcePathStyle: pathStyle,
		requestHandler: new BucketHandler(silentForMs),
		// Servers other than Amazon's do not all know the newer checksums.
		requestChecksumCalculation: 'WHEN_REQUIRED',
		responseChecksumValidation: 'WHEN_REQUIRED',
		...(endpoint === undefined ? {} : { endpoint }),
		...(accessKeyId === undefined || secretAccessKey === undefined
			? {}
			: { credentials: { accessKeyId, secretAccessKey } }),
	});
}

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

/**
 * What a server sends, given up when it is silent for so long while somebody reads. One who pauses is waited for, as who
 * downloads may take as long as they like: then it is not the server that says nothing.
 */
export function unlessSilent(content: Readable, silentForMs: number): Readable {
	let silence: NodeJS.Timeout | undefined;
	const giveUp = () => {
		const message = `The server said nothing for ${silentForMs} ms in the middle of its answer.`;
		heard.destroy(Object.assign(new Error(message), { name: 'TimeoutError' }));
	};
	const heard = new Readable({
		read() {
			silence = setTimeout(giveUp, silentForMs);
			content.resume();
		},
		destroy(error, done) {
			clearTimeout(silence);
			content.destroy();
			done(error);
		},
	});
	// One piece for each time that somebody reads: the next is asked for when there is room for it.
	content.pause();
	content.on('data', (piece: Buffer) => {
		clearTimeout(silence);
		content.pause();
		heard.push(piece);
	});
	content.on('end', () => {
		clearTimeout(silence);
		heard.push(null);
	});
	content.on('error', (error) => heard.destroy(error));
	// It may break before anybody reads: whoever reads it then gets the error.
	heard.on('error', () => undefined);
	return heard;
}
