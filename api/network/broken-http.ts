import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** What Node refuses before it becomes a request, or would answer without a body. */
export type HttpFault = 'headers-too-large' | 'too-slow' | 'no-http' | 'unknown-expectation' | 'tunnel';

/** An answer in a server's own error envelope. */
export interface FaultAnswer {
	status: number;
	headers?: Readonly<Record<string, string>>;
	body: object;
}

/**
 * Answers broken HTTP in a server's own words. Each request gets one answer, in its turn: a client takes the next one on the
 * same connection for that to its next request.
 */
export class BrokenHttpAnswers {
	/** The newest response on a connection. */
	readonly #newest = new WeakMap<Duplex, ServerResponse>();

	constructor(private readonly answerTo: (fault: HttpFault) => FaultAnswer) {}

	/** For Fastify's `clientErrorHandler`, which is Node's event `clientError`. */
	readonly onClientError = (error: NodeJS.ErrnoException, socket: Duplex): void => {
		if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
		else this.#answerInTurn(socket, faultOf(error.code));
	};

	watch(server: Server): void {
		server.on('request', ({ socket }, response) => void this.#newest.set(socket, response));
		server.on('checkExpectation', (_request, response) => {
			const { status, headers, body } = this.answerTo('unknown-expectation');
			const text = JSON.stringify(body);
			response.writeHead(status, { ...headers, ...headersOf(text) }).end(text);
		});
		server.on('connect', (_request, socket) => {
			// Node no longer manages this socket, so it must be closed here if the caller does not close it.
			socket.on('error', () => socket.destroy()).on('finish', () => socket.destroy());
			this.#answerInTurn(socket, 'tunnel');
		});
	}

	#answerInTurn(socket: Duplex, fault: HttpFault): void {
		const before = this.#newest.get(socket);
		if (before === undefined || (before.req.complete && before.writableFinished)) this.#write(socket, fault);
		else if (before.req.complete) before.once('close', () => this.#write(socket, fault));
		// What is broken is the body of that request.
		else if (!before.headersSent) this.#write(socket, fault);
		else if (before.writableFinished) socket.end();
		else before.once('finish', () => socket.end());
	}

	#write(socket: Duplex, fault: HttpFault): void {
		if (!socket.writable) return;
		const { status, headers, body } = this.answerTo(fault);
		const text = JSON.stringify(body);
		const lines = Object.entries({ ...headers, ...headersOf(text) }).map(([name, value]) => `${name}: ${value}\r\n`);
		socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`);
	}
}

function headersOf(text: string): Record<string, string> {
	return {
		'content-type': 'application/json; charset=utf-8',
		'content-length': `${Buffer.byteLength(text)}`,
		connection: 'close',
	};
}

function faultOf(code: string | undefined): HttpFault {
	if (code === 'HPE_HEADER_OVERFLOW') return 'headers-too-large';
	return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'too-slow' : 'no-http';
}
