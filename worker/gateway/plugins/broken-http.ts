import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem } from '../../problems/problem';

/** What Node refuses before it becomes a request (no HTTP, headers too long, too slow) gets the error envelope as well. */
export function answerBrokenHttp(error: NodeJS.ErrnoException, socket: Duplex): void {
	if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
	else writeProblem(socket, problemOfHttp(error.code));
}

/** What Node answers without a body, or not at all: unknown expectations, and tunnels. */
export function answerUnwantedHttp(server: Server): void {
	server.on('checkExpectation', ({ socket }) => {
		const detail = 'The gateway supports only the expectation 100-continue. Remove the header Expect.';
		writeProblem(socket, refusal('expectation_failed', 417, detail));
	});
	server.on('connect', (_request, socket) => {
		// Node no longer manages this socket, so it must be closed here if the caller does not close it.
		socket.on('error', () => socket.destroy()).on('finish', () => socket.destroy());
		writeProblem(
			socket,
			refusal(
				'invalid_request',
				400,
				'The gateway is not a proxy and does not accept CONNECT. Send the request itself.',
			),
		);
	});
}

function problemOfHttp(code: string | undefined): Problem {
	switch (code) {
		case 'HPE_HEADER_OVERFLOW':
			return refusal(
				'headers_too_large',
				431,
				'The address and the headers together may have at most 16 KiB. Send less.',
			);
		case 'ERR_HTTP_REQUEST_TIMEOUT':
			return refusal('request_timeout', 408, 'The request did not arrive in time. Send it again without pauses.');
		default:
			return refusal(
				'invalid_request',
				400,
				'This is not a valid HTTP request, or its body ended early. Correct the request and send it again.',
			);
	}
}

function refusal(type: string, status: number, detail: string): Problem {
	return new Problem({ type, title: STATUS_CODES[status] ?? 'Invalid request', status, detail });
}

function writeProblem(socket: Duplex, problem: Problem): void {
	const body = JSON.stringify(problem.toBody());
	socket.end(
		`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}\r\n` +
			'Content-Type: application/json; charset=utf-8\r\n' +
			`Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
	);
}
