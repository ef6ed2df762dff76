import { once } from 'node:events';
import { openSync, fdatasyncSync, writeSync, closeSync } from 'node:fs';
import {
	createServer,
	type IncomingHttpHeaders,
	type IncomingMessage,
	type Server,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** What goes wrong with a request, in the terms of the sandbox's faults. Milliseconds. */
export type RequestFault =
	| { kind: 'lost-before' | 'lost-after' }
	| { kind: 'delay' | 'late-answer'; delayMs: number }
	| { kind: 'status'; status: number; retryAfter?: number };

export interface Arrival {
	/** Milliseconds since 1970. */
	at: number;
	route: string;
	body: string;
	/** The `webhook-id`, where it has one. */
	id: string | null;
	fault: RequestFault['kind'] | null;
	/** When it was accepted and stored. Null if it never was. */
	takenAt: number | null;
	/** When the response left. Null if it did not. */
	answeredAt: number | null;
	status: number | null;
}

interface ArmedFault {
	marker: string;
	route: RegExp;
	fault: RequestFault;
	left: number;
}

type Take = (request: { method: string; route: string; headers: IncomingHttpHeaders; body: string }) => Promise<{
	status: number;
	headers?: Record<string, string>;
	body?: string;
}>;

/**
 * An HTTP server in the place of a destination or receiver. A request with a marker goes wrong as a test says. Every
 * accepted request is on the disk, in a file that only grows, before its response leaves.
 */
export class FaultyServer {
	readonly arrivals: Arrival[] = [];
	private armed: ArmedFault[] = [];

	private constructor(
		private readonly server: Server,
		private readonly log: number,
		private readonly take: Take,
	) {
		server.on('request', (request, response) => void this.handle(request, response));
	}

	/** @param take answers a request. Default: status 200 */
	static async start(logFile: string, take: Take = () => Promise.resolve({ status: 200 })): Promise<FaultyServer> {
		const server = createServer();
		const started = new FaultyServer(server, openSync(logFile, 'a', 0o600), take);
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		return started;
	}

	get host(): string {
		return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	get url(): string {
		return `http://${this.host}`;
	}

	/** Makes the next requests go wrong whose route matches and whose address or body has the marker. */
	injectFault(marker: string, route: RegExp, fault: RequestFault, times = 1): void {
		this.armed.push({ marker, route, fault, left: times });
	}

	clearFault(marker: string): void {
		this.armed = this.armed.filter((each) => each.marker !== marker);
	}

	/** Requests with a marker. */
	of(marker: string, route = /./): Arrival[] {
		return this.arrivals.filter((arrival) => route.test(arrival.route) && has(arrival, marker));
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		this.server.close();
		await once(this.server, 'close');
		closeSync(this.log);
	}

	private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const method = request.method ?? '';
		const route = `${method} ${request.url ?? ''}`;
		const body = await textOf(request);
		const id = request.headers['webhook-id'];
		const arrival: Arrival = {
			at: Date.now(),
			route,
			body,
			id: typeof id === 'string' ? id : null,
			fault: null,
			takenAt: null,
			answeredAt: null,
			status: null,
		};
		this.arrivals.push(arrival);
		const fault = this.faultFor(arrival);
		arrival.fault = fault?.kind ?? null;
		if (fault?.kind === 'lost-before') return void request.socket.destroy();
		if (fault?.kind === 'delay') await pause(fault.delayMs);
		if (fault?.kind === 'status') {
			const { status, retryAfter } = fault;
			if (retryAfter === undefined) return send(response, arrival, { status });
			return send(response, arrival, { status, headers: { 'retry-after': `${retryAfter}` } });
		}
		const answer = await this.take({ method, route, headers: request.headers, body });
		this.keep(arrival);
		if (fault?.kind === 'lost-after') return void request.socket.destroy();
		if (fault?.kind === 'late-answer') await pause(fault.delayMs);
		send(response, arrival, answer);
	}

	private faultFor(arrival: Arrival): RequestFault | null {
		const armed = this.armed.find(
			({ marker, route, left }) => left > 0 && route.test(arrival.route) && has(arrival, marker),
		);
		if (!armed) return null;
		armed.left -= 1;
		return armed.fault;
	}

	private keep(arrival: Arrival): void {
		arrival.takenAt = Date.now();
		const { route, body, id, takenAt } = arrival;
		writeSync(this.log, `${JSON.stringify({ takenAt, route, id, body })}\n`);
		fdatasyncSync(this.log);
	}
}

function has({ route, body }: Arrival, marker: string): boolean {
	return route.includes(marker) || body.includes(marker);
}

function send(
	response: ServerResponse,
	arrival: Arrival,
	{ status, headers = {}, body = '' }: Awaited<ReturnType<Take>>,
): void {
	arrival.answeredAt = Date.now();
	arrival.status = status;
	response.writeHead(status, headers).end(body);
}

async function textOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
	return Buffer.concat(chunks).toString();
}
