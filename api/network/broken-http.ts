import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
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
 * Answers broken HTTP in a server's own words. Each request gets one answer, in its turn. A client takes any further answer
 * as the answer to its next request.
 */
export class BrokenHttpAnswers {
	/** The newest response on a connection, and the one before it. */
	readonly #newest = new WeakMap<Duplex, { response: ServerResponse; earlier: ServerResponse | undefined }>();
	/** Connections that are refused after an answer that is due. Node reports every later piece of data again. */
	readonly #waiting = new WeakSet<Duplex>();

	constructor(private readonly answerTo: (fault: HttpFault) => FaultAnswer) {}

	/** For Fastify's `clientErrorHandler`, which is Node's event `clientError`. */
	readonly onClientError = (error: NodeJS.ErrnoException, socket: Duplex): void => {
		if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
		else if (!this.#waiting.has(socket)) this.#answerInTurn(socket, faultOf(error.code));
	};

	/** Call it once, before the server listens. */
	watch(server: Server): void {
		const note = ({ socket }: IncomingMessage, response: ServerResponse) =>
			void this.#newest.set(socket, { response, earlier: this.#newest.get(socket)?.response });
		server.on('request', note);
		server.on('checkExpectation', (request, response) => {
			note(request, response);
			const { status, headers, text } = this.#answer('unknown-expectation');
			response.writeHead(status, headers).end(text);
		});
		server.on('connect', (_request, socket) => {
			// Node no longer manages this socket, so it must be closed here if the caller does not close it.
			socket.on('error', () => socket.destroy()).on('finish', () => socket.destroy());
			if (this.#newest.get(socket)?.response.writableFinished === false) socket.destroy();
			else this.#write(socket, 'tunnel');
		});
	}

	#answerInTurn(socket: Duplex, fault: HttpFault): void {
		const { response, earlier } = this.#newest.get(socket) ?? {};
		// Where a request is not complete, what is broken is its body.
		const isAnswered = () => response?.req.complete === false && response.headersSent;
		const end = () => void (isAnswered() ? socket.end() : this.#write(socket, fault));
		const due = isAnswered() || response?.req.complete === true ? response : earlier;
		if (due === undefined || due.writableFinished) return end();
		this.#waiting.add(socket);
		due.once('close', end);
	}

	#write(socket: Duplex, fault: HttpFault): void {
		if (!socket.writable) return;
		const { status, headers, text } = this.#answer(fault);
		const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
		socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`);
	}

	#answer(fault: HttpFault) {
		const { status, headers, body } = this.answerTo(fault);
		const text = JSON.stringify(body);
		return { status, headers: { ...headers, ...headersOf(text) }, text };
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
