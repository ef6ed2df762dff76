import type { ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';
import { failureSentences } from '../errors/node-error';
import { ApiFailure } from '../transport/api-failure';
import { baseUrlProblem, normalizedBaseUrl } from '../transport/base-url';
import { failureOf } from '../transport/read-failure';
import { readReply } from '../transport/read-reply';
import { type Sent, sentBy } from '../transport/send-once';
import { timing } from '../transport/timing';
import { withServer } from '../transport/wrong-server';

type Helpers = ICredentialTestFunctions['helpers'];

/**
 * n8n's test of the credential, in the words of the node's own errors. A test that a credential describes as a request
 * shows only codes and status texts, such as ECONNREFUSED and Not Found.
 */
export const credentialTest = {
	async testAgentKnowledgeApi(
		this: ICredentialTestFunctions,
		{ data = {} }: ICredentialsDecrypted,
	): Promise<INodeCredentialTestResult> {
		const message = await problemOf(this.helpers, textOf(data['baseUrl']), textOf(data['apiKey']).trim());
		return message === null
			? { status: 'OK', message: 'The service accepts the API key.' }
			: { status: 'Error', message };
	},
};

/** @returns null if the service accepts the key, whatever it may do */
async function problemOf(helpers: Helpers, baseUrl: string, apiKey: string): Promise<string | null> {
	const problem = baseUrlProblem(baseUrl);
	if (problem !== null) return `${problem.what}. ${problem.todo}`;
	const host = normalizedBaseUrl(baseUrl);
	const url = `${host}/api/v1/agents?limit=1`;
	const sent = await get(helpers, url, {
		timeoutMs: timing.editorRequestMs,
		headers: { Authorization: `Bearer ${apiKey}` },
	});
	const failure = readFailure(sent, host);
	if (failure === null) return null;
	const readOpenly = async (address: string) => {
		const reply = await get(helpers, address, { timeoutMs: timing.lookMs });
		return reply.answered ? reply : null;
	};
	return failureSentences((await withServer(failure, { sent, host, readOpenly })).fields);
}

function readFailure(sent: Sent, host: string): ApiFailure | null {
	const asked = { operationId: 'listAgents', safety: 'read', host, waited: { times: 0, ms: 0 } } as const;
	if (sent.answered && sent.status >= 200 && sent.status < 300) {
		const reply = readReply(sent, asked);
		return reply instanceof ApiFailure ? reply : null;
	}
	const failure = failureOf(sent, asked);
	// The service knows a key that may not list agents.
	return failure.fields.status === 403 && !failure.fields.type.startsWith('http_') ? null : failure;
}

/** n8n gives a test of a credential only its older helper. A redirect would take the key to another address. */
async function get(
	helpers: Helpers,
	url: string,
	{ timeoutMs, headers = {} }: { timeoutMs: number; headers?: Record<string, string> },
): Promise<Sent> {
	return await sentBy(async () => {
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
		return reply;
	});
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}
