import { createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { BucketConfig } from '../../../../worker/storage/settings';
import { putObject } from '../../../../worker/storage/blobs/testing/bucket-contents';
import { listen } from '../../../support/network/listen';

/** How a server refuses a request. */
export interface S3Fault {
	status: number;
	/** Empty: a page of a proxy, without a code of S3. */
	code: string;
}

export interface FailingProxy {
	/** The bucket as it is reached through the proxy. */
	bucket: BucketConfig;
	/** Answers the next such requests in the server's place. @param method default: any */
	failNext(times: number, fault: S3Fault, method?: string): void;
	/**
	 * Passes the next such request on, and loses the response of the server.
	 * @param instead answers it. Null closes the connection
	 */
	loseNext(instead: S3Fault | null, method: string): void;
	/** Faults that no request has met yet. */
	pending(): number;
	close(): Promise<void>;
}

/** What the server does with conditional writes: all of S3's, or as many servers: writes without looking, or refuses. */
export type Conditions = 'keeps' | 'ignores' | S3Fault;

/** A proxy before a real S3 server that answers some requests with an error of S3. The others pass unchanged. */
export async function startFailingProxy(behind: BucketConfig, conditions: Conditions = 'keeps'): Promise<FailingProxy> {
	const target = new URL(behind.endpoint ?? '');
	const faults: Array<S3Fault & { method: string | undefined }> = [];
	const losses: Array<{ instead: S3Fault | null; method: string }> = [];
	/** The header is signed, so the request cannot pass without it. */
	const writeAnyway = async (request: IncomingMessage, response: ServerResponse) => {
		const [, key = ''] = /^\/[^/]+\/([^?]+)/.exec(request.url ?? '') ?? [];
		await putObject(behind, key, await buffer(request));
		response.end();
	};
	const server = createServer((request, response) => {
		const isConditional = request.headers['if-none-match'] !== undefined;
		if (isConditional && conditions === 'ignores') return void writeAnyway(request, response);
		if (isConditional && typeof conditions === 'object') return refuse(request, response, conditions);
		const next = faults.findIndex(({ method }) => method === undefined || method === request.method);
		const [fault] = next === -1 ? [] : faults.splice(next, 1);
		if (fault !== undefined) return refuse(request, response, fault);
		const { method = '', url: path, headers } = request;
		const lost = losses[0]?.method === method ? losses.shift() : undefined;
		// A kept connection may be closed at the moment of its next use.
		const options = { host: target.hostname, port: target.port, method, path, headers, agent: false } as const;
		const passed = send(options, (answer) => {
			if (lost !== undefined) {
				if (lost.instead === null) response.destroy();
				else refuse(answer, response, lost.instead);
				return;
			}
			response.writeHead(answer.statusCode ?? 500, answer.headers);
			answer.pipe(response);
		});
		passed.on('error', () => response.destroy());
		request.pipe(passed);
	});
	const { url: endpoint, close } = await listen(server);
	return {
		bucket: { ...behind, endpoint },
		failNext(times, fault, method) {
			for (let left = times; left > 0; left -= 1) faults.push({ ...fault, method });
		},
		loseNext: (instead, method) => losses.push({ instead, method }),
		pending: () => faults.length + losses.length,
		close,
	};
}

function refuse(whole: IncomingMessage, response: ServerResponse, { status, code }: S3Fault): void {
	const isPage = code === '';
	const error = `<Error><Code>${code}</Code><Message>Asked for by a test.</Message></Error>`;
	whole.resume();
	whole.on('end', () => {
		response.writeHead(status, { 'content-type': isPage ? 'text/html' : 'application/xml' });
		response.end(isPage ? '<html><body><h1>Not now<br></h1>' : `<?xml version="1.0" encoding="UTF-8"?>\n${error}`);
	});
}
