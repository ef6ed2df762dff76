import type { ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';
import { gatewayUrlProblem, normalizedGatewayUrl, timing } from './gateway-context';
import { failureText, notTheGateway, redirected, refusal, unreachable } from './gateway-errors';
import { isRecord, textOf } from './gateway-responses';
import { WHOAMI, wrongServer } from './wrong-server';

/** The errors of the node, which name no node here. */
const PLACE = {
	node: { id: '', name: '', type: '', typeVersion: 1, position: [0, 0] as [number, number], parameters: {} },
};

type Helpers = ICredentialTestFunctions['helpers'];

/** n8n's test of the credential, in the words of the nodes' own errors. */
export const credentialTest = {
	async testAgentKnowledgeGatewayApi(
		this: ICredentialTestFunctions,
		{ data = {} }: ICredentialsDecrypted,
	): Promise<INodeCredentialTestResult> {
		const message = await problemOf(this.helpers, textOf(data['gatewayUrl']), textOf(data['token']).trim());
		return message === null
			? { status: 'OK', message: 'The gateway accepts the token.' }
			: { status: 'Error', message };
	},
};

async function problemOf(helpers: Helpers, address: string, token: string): Promise<string | null> {
	const problem = gatewayUrlProblem(address);
	if (problem !== null) return `${problem.message}. ${problem.todo}`;
	const url = normalizedGatewayUrl(address);
	const [sent] = await Promise.allSettled([
		get(helpers, `${url}${WHOAMI}`, {
			timeoutMs: timing.credentialTestMs,
			headers: { Authorization: `Bearer ${token}` },
		}),
	]);
	if (sent.status === 'rejected') return failureText(unreachable(PLACE, url, sent.reason, { isRead: true }));
	const { status, body, location } = sent.value;
	if (status >= 300 && status < 400) return failureText(redirected(PLACE, url, status, location));
	if (status < 300 && isRecord(body) && Array.isArray(body['roles'])) return null;
	const readOpenly = async (page: string) => {
		const [reply] = await Promise.allSettled([get(helpers, page, { timeoutMs: timing.lookMs })]);
		return reply.status === 'fulfilled' ? reply.value : null;
	};
	const wrong = await wrongServer({ status, body }, { url, path: WHOAMI, readOpenly });
	if (wrong !== null) return `${wrong.message}. ${wrong.todo}`;
	if (status < 300) return failureText(notTheGateway(PLACE, url, 'expected the roles of the token'));
	return failureText(refusal(PLACE, status, body));
}

interface Reply {
	status: number;
	body: unknown;
	location: unknown;
}

/** n8n gives a test of a credential only its older helper. A redirect would take the token to another address. */
async function get(
	helpers: Helpers,
	url: string,
	{ timeoutMs, headers = {} }: { timeoutMs: number; headers?: Record<string, string> },
): Promise<Reply> {
	const reply: unknown = await helpers.request({
		method: 'GET',
		url,
		headers,
		timeout: timeoutMs,
		json: true,
		simple: false,
		resolveWithFullResponse: true,
		followRedirect: false,
	});
	const { statusCode, body, headers: received } = isRecord(reply) ? reply : {};
	return { status: Number(statusCode), body, location: isRecord(received) ? received['location'] : undefined };
}
