import { randomBytes } from 'node:crypto';
import {
	createServer,
	type IncomingHttpHeaders,
	type IncomingMessage,
	request as httpRequest,
	type ServerResponse,
} from 'node:http';
import { listen, type Listening } from '../../support/network/listen';

/** A session that the proxy does not know: a redirect to the page that signs people in, or 401 with a link to it. */
export type Refusal = 'redirect' | 'unauthorized';

const USERS = ['ada', 'bob'];

/**
 * A reverse proxy that signs people in, as nginx with Authelia does. It replaces the headers that name the user. The
 * page that signs people in has another port, and so another origin, but the same cookies.
 */
export class SignInProxy {
	/** What people get without a session. */
	refusal: Refusal = 'redirect';
	/** The gateway's address, once it is known. */
	target = '';
	readonly #sessions = new Map<string, string>();
	readonly #servers: Listening[] = [];

	private constructor(
		/** Which proves the proxy to the gateway. */
		readonly secret: string,
		/** Its own address. */
		public url = '',
		/** Of the page that signs people in. */
		public portalUrl = '',
	) {}

	static async start(): Promise<SignInProxy> {
		const proxy = new SignInProxy(randomBytes(24).toString('hex'));
		proxy.portalUrl = await proxy.#listen((request, response) => proxy.#signIn(request, response));
		proxy.url = await proxy.#listen((request, response) => proxy.#pass(request, response));
		return proxy;
	}

	/** Ends every session, as if they had expired. */
	endSessions(): void {
		this.#sessions.clear();
	}

	async close(): Promise<void> {
		await Promise.all(this.#servers.map((server) => server.close()));
	}

	async #listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
		const server = await listen(createServer(answer));
		this.#servers.push(server);
		return server.url;
	}

	/** `/` offers the users, `/enter` begins a session and leads back. */
	#signIn({ url = '/' }: IncomingMessage, response: ServerResponse): void {
		const { pathname, searchParams } = new URL(url, this.portalUrl);
		const back = searchParams.get('back') ?? this.url;
		if (pathname !== '/enter') {
			this.#offer(response, 200, back);
			return;
		}
		const session = randomBytes(16).toString('hex');
		this.#sessions.set(session, searchParams.get('user') ?? '');
		response
			.writeHead(302, { location: back, 'set-cookie': `session=${session}; Path=/; HttpOnly; SameSite=Lax` })
			.end();
	}

	#offer(response: ServerResponse, status: number, back: string): void {
		const links = USERS.map(
			(user) =>
				`<a href="${this.portalUrl}/enter?user=${user}&back=${encodeURIComponent(back)}">Sign in as ${user}</a>`,
		);
		response.writeHead(status, { 'content-type': 'text/html' }).end(`<title>Sign in</title>${links.join(' ')}`);
	}

	#pass(request: IncomingMessage, response: ServerResponse): void {
		const { method, url = '/', headers } = request;
		const user = this.#sessions.get(/(?:^|; )session=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? '');
		const back = this.url + url;
		if (user === undefined) {
			request.resume();
			if (this.refusal === 'unauthorized') this.#offer(response, 401, back);
			else response.writeHead(302, { location: `${this.portalUrl}/?back=${encodeURIComponent(back)}` }).end();
			return;
		}
		const sent: IncomingHttpHeaders = { ...headers, 'remote-user': user, 'x-proxy-secret': this.secret };
		delete sent['remote-groups'];
		// A kept connection may be closed at the moment of its next use.
		const options = { method, headers: sent, agent: false } as const;
		const upstream = httpRequest(this.target + url, options, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		upstream.on('error', () => response.destroy());
		response.on('close', () => upstream.destroy());
		request.pipe(upstream);
	}
}
