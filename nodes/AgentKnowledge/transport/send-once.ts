import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { refusedCertificate } from '../generated/certificates';
import { noResponse } from '../generated/no-response';
import type { ApiContext } from './context';
import { rowOf } from './row';

export type Sent =
	| { answered: true; status: number; headers: IDataObject; body: unknown }
	/**
	 * `reached`: whether the request can have arrived. `code`: from Node or axios, such as ECONNRESET. `n8nSays`: n8n's
	 * own words, if n8n itself failed.
	 */
	| { answered: false; reached: 'no' | 'perhaps'; code: string; n8nSays?: string };

const CREDENTIAL = 'agentKnowledgeApi';

/** In the place of a code: the connection broke within the body. */
export const CUT_OFF = 'CUT_OFF';

/** n8n marks errors of the network with it, but not its own earlier errors. */
const OF_REQUEST = Symbol.for('n8n.backend-network.http-request-error');
/** n8n's protection against requests into its own network refused the address. */
const BLOCKED = /^SsrfBlocked/;

/** Sends one request with the credential's key. It returns failures of the service and the network, and throws none. */
export async function sendOnce(context: ApiContext, request: IHttpRequestOptions): Promise<Sent> {
	return await sentBy(async () => {
		const answer: unknown = await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, {
			...request,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			sendCredentialsOnCrossOriginRedirect: false,
		});
		return answer;
	});
}

/** @param send resolves with n8n's full response, of any status */
export async function sentBy(send: () => Promise<unknown>): Promise<Sent> {
	try {
		return answered(await send());
	} catch (error) {
		return unanswered(error);
	}
}

function answered(answer: unknown): Sent {
	const field = (name: string): unknown =>
		typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined;
	const headers = rowOf(field('headers'));
	const body = field('body');
	// JSON that stayed text was cut off on the way, so it is a lost response.
	const contentType = headers['content-type'];
	const isJson = typeof contentType === 'string' && contentType.includes('json');
	const isBroken = isJson && typeof body === 'string' && body !== '';
	if (isBroken) return { answered: false, reached: 'perhaps', code: CUT_OFF };
	return { answered: true, status: Number(field('statusCode')), headers, body };
}

/** An error of the network has a code, in one of the causes that n8n wraps. n8n's own errors have none. */
function unanswered(error: unknown): Sent {
	const causes = causesOf(error);
	const code = causes.flatMap((one) => textsOf(one, 'code'))[0];
	if (code !== undefined) {
		const isUnsent = noResponse('', code).isUnsent || refusedCertificate(code) !== null;
		return { answered: false, reached: isUnsent ? 'no' : 'perhaps', code };
	}
	const isOfRequest = causes.some((one) => Reflect.get(one, OF_REQUEST) === true);
	const isBlocked = causes.some((one) => textsOf(one, 'name').some((name) => BLOCKED.test(name)));
	const reached = isOfRequest && !isBlocked ? 'perhaps' : 'no';
	const words = causes.flatMap((one) => [...textsOf(one, 'message'), ...textsOf(one, 'description')]);
	return { answered: false, reached, code: 'unknown', n8nSays: [...new Set(words)].join('. ') };
}

/** An error and its causes, at most five: n8n wraps the error of the network. */
function causesOf(error: unknown): object[] {
	const causes: object[] = [];
	for (let one = error; typeof one === 'object' && one !== null && causes.length < 5; one = Reflect.get(one, 'cause')) {
		causes.push(one);
	}
	return causes;
}

function textsOf(value: object, name: string): string[] {
	const text: unknown = Reflect.get(value, name);
	return typeof text === 'string' && text !== '' ? [text] : [];
}
