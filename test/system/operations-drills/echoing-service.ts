import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { listen } from '../../support/network/listen';

export interface EchoingService {
	url: string;
	host: string;
	/** Requests that are refused, as method and path with query; all others are forwarded to the service. */
	refuse(method: string, path: RegExp, status: number): void;
	/** Ends a refusal, by the same method and path. */
	allow(method: string, path: RegExp): void;
	/** How many were refused so far. */
	refused(): number;
	close(): Promise<void>;
}

/**
 * The worst service for whoever logs refusals: it repeats the whole request in every field of its error and in its
 * headers. HubSpot's `message` and `category` are among the fields, so that it can stand for HubSpot too.
 * @param target the real service, which answers all that is not refused
 */
export async function startEchoingService(target: string): Promise<EchoingService> {
	const refusals: Array<{ method: string; path: RegExp; status: number }> = [];
	let count = 0;
	const server = createServer((request, response) => void answer(request, response));

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { method = '', url = '', headers } = request;
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
		const body = Buffer.concat(chunks);
		const refusal = refusals.find((each) => each.method === method && each.path.test(url));
		if (refusal === undefined) {
			const onward = forward(new URL(url, target), { method, headers }, (reply) => {
				response.writeHead(reply.statusCode ?? 502, reply.headers);
				reply.pipe(response);
			});
			onward.on('error', () => response.destroy());
			onward.end(body);
			return;
		}
		count += 1;
		const echo = `${method} ${decodeURIComponent(url)} ${JSON.stringify(headers)} ${body.toString()}`;
		const words = { type: echo, title: echo, detail: echo, message: echo, category: echo, policyName: echo };
		const problem = { ...words, status: refusal.status, issues: [{ path: echo, message: echo }] };
		const inHeader = echo.replace(/[^\x20-\x7e]/g, ' ').slice(0, 4_000);
		response
			.writeHead(refusal.status, {
				'content-type': 'application/json',
				'x-echo': inHeader,
				'www-authenticate': inHeader,
			})
			.end(JSON.stringify(problem));
	}

	const { url: own, host, close } = await listen(server);
	return {
		url: own,
		host,
		refuse(method, path, status) {
			refusals.unshift({ method, path, status });
		},
		allow(method, path) {
			const at = refusals.findIndex((each) => each.method === method && each.path.source === path.source);
			if (at >= 0) refusals.splice(at, 1);
		},
		refused: () => count,
		close,
	};
}

/** A mail server that refuses every recipient, with all earlier lines of the client in its response. */
export async function startEchoingMailServer(): Promise<{ url: string; close(): Promise<void> }> {
	const server = createTcpServer((socket) => {
		let received = '';
		socket.write('220 mail.example\r\n');
		socket.on('error', () => undefined);
		socket.on('data', (chunk: Buffer) => {
			const line = chunk.toString().trim();
			received += ` ${line}`;
			const [command = ''] = line.split(' ');
			const answers: Record<string, string> = {
				EHLO: '250 mail.example',
				MAIL: '250 ok',
				RSET: '250 ok',
				QUIT: '221 bye',
			};
			socket.write(`${answers[command.toUpperCase()] ?? `451 4.7.1 not now:${received}`}\r\n`);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `smtp://127.0.0.1:${port}`,
		close: () =>
			new Promise((resolve) => {
				server.close(() => {
					resolve();
				});
			}),
	};
}
