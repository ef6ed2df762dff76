import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiProblem, problems } from '../problems/problems';

type Headers = Record<string, string>;

/** What Node refuses before it becomes a request (not HTTP, headers too long) gets the envelope as well. */
export function answerBrokenHttp(error: NodeJS.ErrnoException, socket: Duplex, headers: Headers): void {
	if (error.code === 'ECONNRESET' || !socket.writable) {
		socket.destroy();
		return;
	}
	const problem =
		error.code === 'HPE_HEADER_OVERFLOW'
			? refusal('headers_too_large', 431, 'The address or the headers of this request are too long.')
			: problems.invalidRequest('This is not a valid HTTP request.');
	writeProblem(socket, problem, headers);
}

/** What Node answers by itself, without a body, or not at all: expectations it does not know, and tunnels. */
export function answerUnwantedHttp(server: Server, headers: () => Headers): void {
	server.on('checkExpectation', ({ socket }) => {
		const detail = 'The only expectation that can be met is 100-continue. Leave the header Expect out.';
		writeProblem(socket, refusal('expectation_failed', 417, detail), headers());
	});
	server.on('connect', (_request, socket) => {
		socket.on('error', () => socket.destroy());
		writeProblem(socket, problems.invalidRequest('This server is no proxy: CONNECT is not answered.'), headers());
	});
}

function refusal(type: string, status: number, detail: string): ApiProblem {
	return new ApiProblem({ type, title: STATUS_CODES[status] ?? 'Invalid request', status, detail });
}

function writeProblem(socket: Duplex, problem: ApiProblem, headers: Headers): void {
	const body = JSON.stringify(problem);
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
	socket.end(
		`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n` +
			`Content-Type: application/json; charset=utf-8\r\n${lines.join('')}` +
			`Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
	);
}
