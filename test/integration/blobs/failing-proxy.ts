import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BucketConfig } from '../../../worker/config/storage-schema';

/** How a server refuses a request. */
export interface S3Fault {
	status: number;
	code: string;
}

export interface FailingProxy {
	/** The bucket as it is reached through the proxy. */
	bucket: BucketConfig;
	/** Answers the next such requests in the server's place. @param method default: any */
	failNext(times: number, fault: S3Fault, method?: string): void;
	/** Faults that no request has met yet. */
	pending(): number;
	close(): Promise<void>;
}

/** A proxy before a real S3 server that answers some requests with an error of S3. The others pass unchanged. */
export async function startFailingProxy(behind: BucketConfig): Promise<FailingProxy> {
	const target = new URL(behind.endpoint ?? '');
	const faults: Array<S3Fault & { method: string | undefined }> = [];
	const server = createServer((request, response) => {
		const next = faults.findIndex(({ method }) => method === undefined || method === request.method);
		const [fault] = next === -1 ? [] : faults.splice(next, 1);
		if (fault !== undefined) {
			request.resume();
			request.on('end', () => {
				response.writeHead(fault.status, { 'content-type': 'application/xml' });
				response.end(
					`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${fault.code}</Code><Message>Asked for by a test.</Message></Error>`,
				);
			});
			return;
		}
		const { method, url: path, headers } = request;
		const passed = send({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
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
		pending: () => faults.length,
		async close() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
