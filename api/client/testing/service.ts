import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, type ApiClient } from '../create-client';
import type { ClientOptions } from '../client-options';

/** A key that no other text of a test contains. */
export const API_KEY = 'ak_live_Zq8v+Tn4/secret';

/** A request as it reached the server. */
export interface Received {
	method: string;
	url: string;
	headers: IncomingMessage['headers'];
	body: string;
}

/** Answers the nth request (from 0); what it does to the response is what the client sees. */
export type Answer = (response: ServerResponse, nth: number, request: Received) => void;

export interface Service {
	client: ApiClient;
	received: Received[];
	baseUrl: string;
	close: () => Promise<void>;
}

/** A real HTTP server on a free port, and a client of it. */
export async function startService(answer: Answer, options: Partial<ClientOptions> = {}): Promise<Service> {
	const received: Received[] = [];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('error', () => response.destroy());
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const { method = '', url = '', headers } = request;
			const entry = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') };
			received.push(entry);
			answer(response, received.length - 1, entry);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		client: createClient({ baseUrl, apiKey: API_KEY, ...options }),
		received,
		baseUrl,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

/**
 * For a file of tests: starts a service in a test, and ends it after that test.
 * @param shared options of every client; those of a single start come on top
 */
export function useService(shared: Partial<ClientOptions> = {}) {
	let service: Service | undefined;
	afterEach(async () => {
		await service?.close();
		service = undefined;
	});
	return async (answer: Answer, options: Partial<ClientOptions> = {}): Promise<Service> =>
		(service = await startService(answer, { ...shared, ...options }));
}

export function sendJson(
	response: ServerResponse,
	status: number,
	body: unknown,
	headers: Record<string, string> = {},
): void {
	response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** The error envelope of the specification, part 7. */
export function sendError(response: ServerResponse, status: number, type: string, more: object = {}): void {
	sendJson(response, status, {
		type,
		title: `Title of ${type}`,
		status,
		detail: `Detail of ${type}`,
		issues: [],
		...more,
	});
}
