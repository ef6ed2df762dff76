import { request } from 'node:https';
import { buffer } from 'node:stream/consumers';

export interface ProxyQuestion {
	method?: string;
	path: string;
	headers?: Record<string, string>;
	body?: string | Buffer;
}

export interface ProxyAnswer {
	status: number;
	text: string;
	location: string | undefined;
}

/** One request to a proxy of this machine under its public name, exactly with this path. */
export function answerOf(
	port: number,
	{ method = 'GET', path, headers = {}, body }: ProxyQuestion,
): Promise<ProxyAnswer> {
	return new Promise((resolve, reject) => {
		const sent = request(
			{
				host: '127.0.0.1',
				port,
				method,
				path,
				servername: 'tasks.example.com',
				headers: {
					host: 'tasks.example.com',
					...headers,
					...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
				},
				// The test made the certificate.
				rejectUnauthorized: false,
				agent: false,
			},
			(reply) => {
				buffer(reply).then(
					(content) => {
						resolve({ status: reply.statusCode ?? 0, text: content.toString(), location: reply.headers.location });
					},
					(error: unknown) => {
						reject(error instanceof Error ? error : new Error(String(error)));
					},
				);
			},
		);
		sent.on('error', reject);
		sent.end(body);
	});
}
