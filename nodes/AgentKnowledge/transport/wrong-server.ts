import { type AnsweringServer, answeringServer, isDecisive } from '../generated/answering-server';
import type { ApiFailure } from './api-failure';
import type { Sent } from './send-once';

/** Reads an address without the API key. Null without a response. */
export type ReadOpenly = (url: string) => Promise<{ status: number; body: unknown } | null>;

/** These pass, and say nothing about the address: a proxy sends them while the service is unavailable. */
const PASSING = /^(?:408|429|5\d\d)$/;

/**
 * The same failure, if the service sent it. Otherwise one that says what responds at the Base URL in the service's
 * place: n8n itself, the gateway, a web page.
 * @param readOpenly reads the server's own pages, if the response does not say enough
 */
export async function withServer(
	failure: ApiFailure,
	{ sent, host, readOpenly }: { sent: Sent; host: string; readOpenly: ReadOpenly },
): Promise<ApiFailure> {
	if (!sent.answered || PASSING.test(String(sent.status))) return failure;
	if (sent.status >= 300 && sent.status < 400) return redirected(failure, host, sent.headers['location']);
	const first = answeringServer(sent.body);
	if (first.is === 'service') return isLost(failure, host) ? await ofPath(failure, host, readOpenly) : failure;
	const server = isDecisive(first) ? first : await ofRoot(first, host, readOpenly);
	const title = titleOf(server, host);
	return title === null ? failure : failure.with({ type: 'not_the_api', title, detail: null, server });
}

/** The API never redirects. Something else does, such as a proxy from http to https, and it must not get the key. */
function redirected(failure: ApiFailure, host: string, location: unknown): ApiFailure {
	const base = `${host}/`;
	const isAddress = typeof location === 'string' && URL.canParse(location, base);
	const target = isAddress ? new URL(location, base).origin : 'another address';
	return failure.with({ type: 'redirected', title: `${host} redirects to ${target}`, detail: null });
}

/** A 404 for the list of agents, which every API has, or below a path, which may be wrong. */
function isLost({ fields: { status, operationId } }: ApiFailure, host: string): boolean {
	return status === 404 && (operationId === 'listAgents' || pathOf(host) !== '/');
}

/** Without a key, the API refuses its list of agents with 401. */
async function ofPath(failure: ApiFailure, host: string, readOpenly: ReadOpenly): Promise<ApiFailure> {
	const reply = await readOpenly(`${host}/api/v1/agents`);
	if (reply?.status !== 404) return failure;
	const title = `The service does not have its API at ${host}`;
	return failure.with({ type: 'wrong_path', title, detail: null });
}

async function ofRoot(first: AnsweringServer, host: string, readOpenly: ReadOpenly): Promise<AnsweringServer> {
	const reply = await readOpenly(new URL('/', host).href);
	const root = answeringServer(reply?.body);
	// A broken response of the service itself is no other server.
	if (first.is === 'other') return root.is === 'n8n' || root.is === 'gateway' ? root : first;
	return isDecisive(root) ? root : first;
}

function titleOf(server: AnsweringServer, host: string): string | null {
	switch (server.is) {
		case 'n8n':
			return `The server at ${host} is n8n itself, not the service`;
		case 'gateway':
			return `The server at ${host} is the gateway of agent-knowledge-worker, not the service`;
		case 'sandbox':
		case 'service':
			return `The service does not have its API at ${host}`;
		case 'page': {
			const name = server.title === '' ? 'a web page' : `the web page "${server.title}"`;
			return `The server at ${host} returned ${name}, not the response of the API`;
		}
		case 'other':
			return null;
	}
}

function pathOf(host: string): string {
	return URL.canParse(host) ? new URL(host).pathname : '/';
}
