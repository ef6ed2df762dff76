import { refusedCertificate, type RefusedCertificate } from '../certificates';
import { ProxyError } from './proxy-error';

/**
 * Why no response came.
 *
 * - `proxy`, `certificate`, `no-server`, `unknown-host`: no request was sent.
 * - `lost`: it may have been sent.
 */
export type NoAnswer = { code: string } & (
	| { why: 'proxy'; said: string }
	| ({ why: 'certificate' } & RefusedCertificate)
	| { why: 'no-server' | 'unknown-host' | 'lost' }
);

const NO_SERVER = new Set(['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT']);
const UNKNOWN_HOST = new Set(['ENOTFOUND', 'EAI_AGAIN']);
/** What wraps an error: fetch, axios, our own. */
const DEEPEST = 5;

/** Reads only the codes of an error and of its causes: messages may hold secrets. */
export function noAnswer(error: unknown): NoAnswer {
	let code = '';
	for (let [one, depth]: [unknown, number] = [error, 0]; isObject(one) && depth < DEEPEST; depth += 1) {
		if (one instanceof ProxyError) return { why: 'proxy', code: one.code, said: one.said };
		const own = codeOf(one);
		if (code === '') code = own;
		const certificate = refusedCertificate(own);
		if (certificate !== null) return { why: 'certificate', code: own, ...certificate };
		if (UNKNOWN_HOST.has(own)) return { why: 'unknown-host', code: own };
		if (NO_SERVER.has(own) || isOfConnecting(one)) return { why: 'no-server', code: own };
		one = Reflect.get(one, 'cause');
	}
	return { why: 'lost', code };
}

/** For people: what completes "The server ...", and what to do; null if only the caller knows. */
export function noAnswerWords(error: unknown): { happened: string; todo: string | null } {
	const found = noAnswer(error);
	if (found.why === 'proxy')
		return { happened: `was not asked, because the proxy ${found.said}`, todo: 'Check HTTPS_PROXY and NO_PROXY.' };
	if (found.why === 'certificate')
		return { happened: `has a certificate that ${found.what} (${found.code})`, todo: found.todo };
	return { happened: `does not answer (${found.code || 'no code'})`, todo: null };
}

/** The same as sentences. @param who the server */
export function noAnswerSentence(who: string, error: unknown): string {
	const { happened, todo } = noAnswerWords(error);
	return todo === null ? `${who} ${happened}.` : `${who} ${happened}. ${todo}`;
}

/** No address could be connected to. Node tries several one after the other. */
function isOfConnecting(error: object): boolean {
	const errors: unknown = Reflect.get(error, 'errors');
	if (Array.isArray(errors) && errors.length > 0) return errors.every((each) => isObject(each) && isOfConnecting(each));
	return Reflect.get(error, 'syscall') === 'connect';
}

function codeOf(error: object): string {
	const code: unknown = Reflect.get(error, 'code');
	return typeof code === 'string' && /^[A-Z0-9_]+$/.test(code) ? code : '';
}

function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null;
}
