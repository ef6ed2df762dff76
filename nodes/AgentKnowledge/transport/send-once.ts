import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import type { ApiContext } from './context';
import { rowOf } from './row';

/** What became of one request. */
export type Sent =
	| { answered: true; status: number; headers: IDataObject; body: unknown }
	/** `reached`: whether the service can have got it. `code` is Node's or axios's, such as ECONNRESET. */
	| { answered: false; reached: 'no' | 'perhaps'; code: string };

const CREDENTIAL = 'agentKnowledgeApi';

/** The name or the connection was refused, or the certificate: nothing was sent. */
const NEVER_SENT =
	/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ERR_INVALID_URL|CERT_.*|.*_CERT.*|UNABLE_TO_.*)$/;

/** Makes one request with the credential's key, and never throws for what the service or the network does. */
export async function sendOnce(context: ApiContext, request: IHttpRequestOptions): Promise<Sent> {
	try {
		const answer: unknown = await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, {
			...request,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			sendCredentialsOnCrossOriginRedirect: false,
		});
		return answered(answer);
	} catch (error) {
		const code = codeOf(error);
		return { answered: false, reached: NEVER_SENT.test(code) ? 'no' : 'perhaps', code };
	}
}

function answered(answer: unknown): Sent {
	const field = (name: string): unknown =>
		typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined;
	const headers = rowOf(field('headers'));
	const body = field('body');
	// JSON that stayed text broke off on the way: the service did what was asked, but nobody can read its answer.
	const contentType = headers['content-type'];
	const isJson = typeof contentType === 'string' && contentType.includes('json');
	const isBroken = isJson && typeof body === 'string' && body !== '';
	if (isBroken) return { answered: false, reached: 'perhaps', code: 'the answer broke off' };
	return { answered: true, status: Number(field('statusCode')), headers, body };
}

/** n8n wraps what axios throws, and its own errors keep the code in different places. Only the code is read: the rest may hold the key. */
function codeOf(error: unknown): string {
	for (let one: unknown = error, depth = 0; typeof one === 'object' && one !== null && depth < 5; depth++) {
		const code: unknown = Reflect.get(one, 'code');
		if (typeof code === 'string' && code !== '') return code;
		one = Reflect.get(one, 'cause');
	}
	return 'unknown';
}
