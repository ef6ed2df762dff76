import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../network/listen';

/** What a request gets instead of the sandbox's reply. */
export interface Alteration {
	/** Default: the sandbox's. */
	status?: number;
	/** The media type. Default: application/json. */
	type?: string;
	/** Text, or made of the sandbox's JSON. */
	body: string | ((original: unknown) => unknown);
	/** The request never reaches the sandbox. */
	keptBack?: true;
}

interface Planned {
	method: string;
	path: RegExp;
	alteration: Alteration;
	times: number;
}

/** Stands before a sandbox and alters its replies: what a request did there is done, however strange the reply is. */
export class AlteringProxy {
	private planned: Planned[] = [];

	private constructor(
		private readonly target: string,
		readonly url: string,
		readonly close: () => Promise<void>,
	) {}

	static async start(target: string): Promise<AlteringProxy> {
		const server = createServer();
		const { url, close } = await listen(server);
		const proxy = new AlteringProxy(target, url, close);
		server.on('request', (request, response) => {
			void proxy.replyTo(request).then(
				({ status, headers, body }) => response.writeHead(status, headers).end(body),
				(error: unknown) => response.destroy(error instanceof Error ? error : undefined),
			);
		});
		return proxy;
	}

	/** The next such requests get another reply. */
	alter(method: string, path: RegExp, alteration: Alteration, times = 1): void {
		this.planned.push({ method, path, alteration, times });
	}

	/** From now on the sandbox's own replies go through. */
	reset(): void {
		this.planned = [];
	}

	private async replyTo(request: IncomingMessage) {
		const plan = this.planned.find(
			({ method, path, times }) => times > 0 && method === request.method && path.test(request.url ?? ''),
		);
		const sent = await buffer(request);
		if (plan?.alteration.keptBack) return altered({ status: 200, headers: {}, body: '' }, take(plan));
		const { authorization = '', 'content-type': type } = request.headers;
		const answer = await fetch(`${this.target}${request.url ?? ''}`, {
			method: request.method,
			headers: { authorization, ...(type !== undefined && { 'content-type': type }) },
			...(sent.length > 0 && { body: sent }),
		});
		const headers = { 'content-type': answer.headers.get('content-type') ?? '' };
		const original = { status: answer.status, headers, body: await answer.text() };
		return plan === undefined ? original : altered(original, take(plan));
	}
}

function take(plan: Planned): Alteration {
	plan.times -= 1;
	return plan.alteration;
}

function altered(original: { status: number; headers: object; body: string }, alteration: Alteration) {
	const { status = original.status, type = 'application/json', body } = alteration;
	const text = typeof body === 'string' ? body : JSON.stringify(body(JSON.parse(original.body)));
	return { status, headers: { 'content-type': type }, body: text };
}
