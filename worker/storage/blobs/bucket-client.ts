import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { Readable } from 'node:stream';
import type { BucketConfig } from '../settings';
import { OutwardAgent } from '../../net/outward-agent';
import { afterRunning } from '../../../api';
import { isTemporary } from './bucket-errors';

const ANSWER_WITHIN_MS = 60_000;

/** @param silentForMs after this time without data from the server, the client aborts and retries the request */
export function bucketClient(
	{ endpoint, region, pathStyle, accessKeyId, secretAccessKey }: BucketConfig,
	silentForMs = ANSWER_WITHIN_MS,
): S3Client {
	const client = new S3Client({
		region,
		forcePathStyle: pathStyle,
		requestHandler: new BucketHandler(silentForMs),
		// Not all servers other than Amazon's support the newer checksums.
		requestChecksumCalculation: 'WHEN_REQUIRED',
		responseChecksumValidation: 'WHEN_REQUIRED',
		...(endpoint === undefined ? {} : { endpoint }),
		...(accessKeyId === undefined || secretAccessKey === undefined
			? {}
			: { credentials: { accessKeyId, secretAccessKey } }),
	});
	markTemporary(client);
	rememberErrors(client);
	return client;
}

const thrown = new WeakSet<Error>();

/** Whether a bucket's client threw it. An error of the network does not say so itself. */
export function isBucketError(error: Error): boolean {
	return thrown.has(error);
}

function rememberErrors({ middlewareStack }: S3Client): void {
	middlewareStack.add(
		(next) => async (request) => {
			try {
				return await next(request);
			} catch (error) {
				if (error instanceof Error) thrown.add(error);
				throw error;
			}
		},
		{ step: 'initialize', priority: 'high', name: 'rememberErrors' },
	);
}

/**
 * The client's own list of what it retries lacks codes with a 4xx status. It retries what carries this mark, a few times
 * within a second, unless a stream was sent.
 */
function markTemporary({ middlewareStack }: S3Client): void {
	middlewareStack.add(
		(next) => async (request) => {
			try {
				return await next(request);
			} catch (error) {
				if (error instanceof S3ServiceException && isTemporary(error)) error.$retryable ??= {};
				throw error;
			}
		},
		{ step: 'deserialize', priority: 'high', name: 'markTemporary' },
	);
}

type Handle = NodeHttpHandler['handle'];

/** In milliseconds. */
const CONNECT_WITHIN_MS = 5_000;
/** Connections to one server, as by default in Amazon's client. */
const AT_ONCE = 50;

/** Sends requests to a bucket's server and aborts requests without a response. */
export class BucketHandler extends NodeHttpHandler {
	/** A timeout of the socket would also abort slow downloads, and a timeout of the request slow uploads. */
	readonly #reads: NodeHttpHandler;

	constructor(private readonly silentForMs: number) {
		const agent = new OutwardAgent({ keepAlive: true, maxSockets: AT_ONCE });
		const shared = { connectionTimeout: CONNECT_WITHIN_MS, httpAgent: agent, httpsAgent: agent };
		super({ ...shared, socketTimeout: silentForMs });
		this.#reads = new NodeHttpHandler({
			...shared,
			socketTimeout: 0,
			// This limit ends with the headers of the response.
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
		if (content instanceof Readable) response.body = abortOnInactivity(content, this.silentForMs);
		return { response };
	}

	/**
	 * The uploaded stream may fail too, for example an unreadable file. Without this listener the request would wait
	 * for the rest.
	 */
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
 * The response body of a server. It is aborted if the server sends nothing for this time while a reader waits. If the
 * reader pauses, the time does not count, because downloads may be slow.
 */
export function abortOnInactivity(content: Readable, silentForMs: number): Readable {
	let clear: () => void = () => undefined;
	const giveUp = () => {
		const message = `The server sent nothing for ${silentForMs} ms in the middle of its response.`;
		heard.destroy(Object.assign(new Error(message), { name: 'TimeoutError' }));
	};
	const heard = new Readable({
		read() {
			clear = afterRunning(silentForMs, giveUp);
			content.resume();
		},
		destroy(error, done) {
			clear();
			content.destroy();
			done(error);
		},
	});
	// One piece per read: the stream requests the next one when there is room.
	content.pause();
	content.on('data', (piece: Buffer) => {
		clear();
		content.pause();
		heard.push(piece);
	});
	content.on('end', () => {
		clear();
		heard.push(null);
	});
	content.on('error', (error) => heard.destroy(error));
	// The stream may fail before anybody reads it. The reader then gets the error.
	heard.on('error', () => undefined);
	return heard;
}
