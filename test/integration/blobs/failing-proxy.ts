import { once } from 'node:events';
import { createServer, request as send, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BucketConfig } from '../../../worker/config/storage-schema';

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
	/** Passes the next such request on, and answers it with an error: what the server answered is lost. */
	loseNext(fault: S3Fault, method: string): void;
	/** Faults that no request has met yet. */
	pending(): number;
	close(): Promise<void>;
}

/** A proxy before a real S3 server that answers some requests with an error of S3. The others pass unchanged. */
export async function startFailingProxy(behind: BucketConfig): Promise<FailingProxy> {
	const target = new URL(behind.endpoint ?? '');
	const faults: Array<S3Fault & { method: string | undefined; passes?: boolean }> = [];
	const server = createServer((request, response) => {
		const next = faults.findIndex(({ method }) => method === undefined || method === request.method);
		const [fault] = next === -1 ? [] : faults.splice(next, 1);
		if (fault !== undefined && fault.passes !== true) {
			request.resume();
			request.on('end', () => refuse(response, fault));
			return;
		}
		const { method, url: path, headers } = request;
		const passed = send({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
			if (fault !== undefined) {
				answer.resume();
				answer.on('end', () => refuse(response, fault));
				return;
			}
			response.writeHead(answer.statusCode ?? 500, answer.headers);
			answer.pipe(response);
		});
		passed.on('error', () => response.destroy());
		request.pipe(passed);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		bucket: { ...behind, endpoint: `http://127.0.0.1:${port}` },
		failNext(times, fault, method) {
			for (let left = times; left > 0; left -= 1) faults.push({ ...fault, method });
		},
		loseNext(fault, method) {
			faults.push({ ...fault, method, passes: true });
		},
		pending: () => faults.length,
		async close() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}

function refuse(response: ServerResponse, { status, code }: S3Fault): void {
	const isPage = code === '';
	response.writeHead(status, { 'content-type': isPage ? 'text/html' : 'application/xml' });
	const error = `<Error><Code>${code}</Code><Message>Asked for by a test.</Message></Error>`;
	response.end(isPage ? '<html><body><h1>Not now<br></h1>' : `<?xml version="1.0" encoding="UTF-8"?>\n${error}`);
}
