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

/** What goes wrong with a request, as the sandbox's own faults. Milliseconds. */
export type GateFault =
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
	fault: GateFault['kind'] | null;
	/** When it was taken for good; null when it never was. */
	takenAt: number | null;
	/** When the answer left; null when it did not. */
	answeredAt: number | null;
	status: number | null;
}

interface Trap {
	marker: string;
	route: RegExp;
	fault: GateFault;
	left: number;
}

type Take = (request: { method: string; route: string; headers: IncomingHttpHeaders; body: string }) => Promise<{
	status: number;
	headers?: Record<string, string>;
	body?: string;
}>;

/**
 * Stands where somebody outside would: takes what is sent, and makes go wrong what carries a marker. Everything that is
 * taken is in a file that only grows, and on the disk, before it is answered.
 */
export class Gate {
	readonly arrivals: Arrival[] = [];
	private traps: Trap[] = [];

	private constructor(
		private readonly server: Server,
		private readonly log: number,
		private readonly take: Take,
	) {
		server.on('request', (request, response) => void this.handle(request, response));
	}

	/** @param take does what was asked; by default it is enough that it is in the file */
	static async start(logFile: string, take: Take = () => Promise.resolve({ status: 200 })): Promise<Gate> {
		const server = createServer();
		const gate = new Gate(server, openSync(logFile, 'a', 0o600), take);
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		return gate;
	}

	get host(): string {
		return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	get url(): string {
		return `http://${this.host}`;
	}

	/** The next requests of a route whose address or body has the marker go wrong. */
	trap(marker: string, route: RegExp, fault: GateFault, times = 1): void {
		this.traps.push({ marker, route, fault, left: times });
	}

	release(marker: string): void {
		this.traps = this.traps.filter((trap) => trap.marker !== marker);
	}

	/** What carried a marker. */
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
			...{ at: Date.now(), route, body, id: typeof id === 'string' ? id : null },
			...{ fault: null, takenAt: null, answeredAt: null, status: null },
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

	private faultFor(arrival: Arrival): GateFault | null {
		const trap = this.traps.find(
			({ marker, route, left }) => left > 0 && route.test(arrival.route) && has(arrival, marker),
		);
		if (!trap) return null;
		trap.left -= 1;
		return trap.fault;
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
