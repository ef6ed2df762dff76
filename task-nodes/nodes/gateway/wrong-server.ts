import { type AnsweringServer, answeringServer, isDecisive } from './generated/answering-server';

/** Reads an address without the token. Null without a response. */
export type ReadOpenly = (url: string) => Promise<{ status: number; body: unknown } | null>;

/** A sentence without its full stop, and what to do. */
export interface WrongServer {
	message: string;
	todo: string;
}

/** These pass, and say nothing about the address: a proxy sends them while the gateway is unavailable. */
const PASSING = /^(?:408|429|5\d\d)$/;
/** Every gateway has it, and refuses it without a token in words of its own. */
export const WHOAMI = '/v1/whoami';
const CHECK = 'Check the Gateway URL of the credential';

/**
 * What responds at the Gateway URL in the gateway's place: n8n itself, the service, a web page, or an older gateway.
 * @param path of the request
 * @returns null if the gateway responds, or nothing says who does
 */
export async function wrongServer(
	reply: { status: number; body: unknown },
	{ url, path, readOpenly }: { url: string; path: string; readOpenly: ReadOpenly },
): Promise<WrongServer | null> {
	if (PASSING.test(String(reply.status))) return null;
	const first = answeringServer(reply.body);
	if (first.is === 'gateway') return wrongPath(first, url, path);
	if (first.is === 'service' && (await isGateway(reply.status, { url, path, readOpenly }))) return null;
	const server = first.is === 'service' || !isDecisive(first) ? await ofRoot(first, url, readOpenly) : first;
	if (first.is === 'service' && server.is === 'gateway') return null;
	return inWords(server, url);
}

/** The gateway runs there, but not below this path, which no proxy before it removes. */
function wrongPath({ missing }: AnsweringServer & { is: 'gateway' }, url: string, path: string): WrongServer | null {
	const { origin, pathname } = URL.canParse(url) ? new URL(url) : { origin: url, pathname: '/' };
	const [asked = ''] = path.split('?');
	if (pathname === '/' || !missing.endsWith(` ${pathname}${asked}`)) return null;
	return {
		message: `The gateway is not at ${url}`,
		todo: `${CHECK}: ${origin} without the path responds as the gateway.`,
	};
}

/** The gateway refuses in the same form as the service. Without a token, its own route for callers tells them apart. */
async function isGateway(
	status: number,
	{ url, path, readOpenly }: { url: string; path: string; readOpenly: ReadOpenly },
): Promise<boolean> {
	if (path === WHOAMI) return false;
	if (status !== 401 && status !== 404) return true;
	const reply = await readOpenly(`${url}${WHOAMI}`);
	return reply === null || answeringServer(reply.body).is !== 'service';
}

/** The page of the server itself often says more than an error. */
async function ofRoot(first: AnsweringServer, url: string, readOpenly: ReadOpenly): Promise<AnsweringServer> {
	const reply = URL.canParse(url) ? await readOpenly(new URL('/', url).href) : null;
	const root = answeringServer(reply?.body);
	if (root.is === 'other' || (root.is === 'page' && first.is !== 'other')) return first;
	return root;
}

function inWords(server: AnsweringServer, url: string): WrongServer | null {
	switch (server.is) {
		case 'n8n':
			return {
				message: `The server at ${url} is n8n itself, not the gateway`,
				todo: `${CHECK}: it must be the address of the gateway of agent-knowledge-worker, not of n8n.`,
			};
		case 'sandbox':
			return {
				message: `The server at ${url} is the sandbox, not the gateway`,
				todo: `${CHECK}. The sandbox belongs in the credential "Agent Knowledge API".`,
			};
		case 'service':
			return {
				message: `The server at ${url} is the service, not the gateway`,
				todo: `${CHECK}. The service belongs in the credential "Agent Knowledge API".`,
			};
		case 'gateway':
			return { message: `The gateway is not at ${url}`, todo: `${CHECK}: its path is wrong.` };
		case 'page': {
			const name = server.title === '' ? 'a web page' : `the web page "${server.title}"`;
			return {
				message: `The server at ${url} returned ${name}, not a response of the gateway`,
				todo: `${CHECK}, and whether a proxy or a log-in page responds in the gateway's place.`,
			};
		}
		case 'other':
			return null;
	}
}
