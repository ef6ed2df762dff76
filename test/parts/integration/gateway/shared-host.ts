import { type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import { OtherSite } from '../../../support/proxy/other-site';

/** The path of the gateway on the host. */
export const BELOW = '/agent-knowledge';

/** What the proxy sends on for a path below `BELOW`, given what follows it. */
const SENT_ON = {
	/** As the documentation asks for. */
	stripped: (rest: string) => rest,
	/** As if the proxy had no rule but the place. */
	unchanged: (rest: string) => BELOW + rest,
	/** As if two proxies, or two rules of one, added it. */
	twice: (rest: string) => BELOW + BELOW + rest,
};

/** A host with another site at its root, and the gateway below a path of it. */
export class SharedHost {
	/** What the proxy makes of a path. */
	sends: keyof typeof SENT_ON = 'stripped';
	/** What comes of the path without its last slash: a redirect, the gateway's `/`, or a page of the other site. */
	withoutSlash: 'redirect' | 'gateway' | 'other' = 'redirect';
	/** The gateway's own address, once it is known. */
	target = '';

	private constructor(
		/** Where the other site is. */
		public origin = '',
		private site?: OtherSite,
	) {}

	static async start(): Promise<SharedHost> {
		const host = new SharedHost();
		host.site = await OtherSite.start((request, response) => host.#answer(request, response));
		host.origin = `http://${host.site.address}`;
		return host;
	}

	/** The gateway's public address, without a slash at its end. */
	get url(): string {
		return this.origin + BELOW;
	}

	/** Everything that the other site was told. */
	get heard(): readonly string[] {
		return this.site?.heard ?? [];
	}

	async close(): Promise<void> {
		await this.site?.close();
	}

	#answer(request: IncomingMessage, response: ServerResponse): boolean {
		const { method, url = '/', headers } = request;
		const isBare = url === BELOW;
		if (isBare && this.withoutSlash === 'redirect') {
			response.writeHead(301, { location: `${BELOW}/` }).end();
			return true;
		}
		if (!url.startsWith(`${BELOW}/`) && !(isBare && this.withoutSlash === 'gateway')) return false;
		const path = SENT_ON[this.sends](url.slice(BELOW.length) || '/');
		// A kept connection may be closed at the moment of its next use.
		const upstream = httpRequest(this.target + path, { method, headers, agent: false }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		upstream.on('error', () => response.destroy());
		response.on('close', () => upstream.destroy());
		request.pipe(upstream);
		return true;
	}
}
