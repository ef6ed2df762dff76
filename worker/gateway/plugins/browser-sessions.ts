import '@fastify/cookie';
import type { CookieSerializeOptions } from '@fastify/cookie';
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Problem } from '../../problems/problem';
import type { Keyring } from '../../temporal';
import { openSealed, type SealPurpose, sealText } from '../../temporal/sealed-text';
import { foreignRequest, isOfOwnPage } from './own-page';
import { sha256 } from './sha256';
import { tokenIn, type TokenHolder, type Tokens } from './tokens';

/** The browser forgets the cookie when it closes. One that restores its tabs would keep it: no session lasts longer. ms */
const SESSION_MS = 12 * 3_600_000;
/** From the click on a link to the request of the page that it opens. ms */
const CODE_MS = 60_000;
/**
 * The routes that the cookie is for. A browser also sends it to servers on other ports of this host, if they have such a
 * path: a host should run no server that its people do not trust.
 */
const ROUTES = '/v1';

/** Proof of the token, when it ends (ms since 1970), a number that no other has, version of the key. */
const contentSchema = z.tuple([z.string(), z.number(), z.string(), z.string()]);
type Content = z.infer<typeof contentSchema>;

interface Settings {
	keyring: Keyring;
	tokens: Tokens;
	/** The gateway's address as people know it. Undefined: the address of the request. */
	publicUrl: string | undefined;
	/** Milliseconds since 1970. Default: the clock. */
	now?: () => number;
}

/**
 * Browsers that stay signed in for all their tabs. The cookie proves that the browser had a token; scripts cannot read it,
 * and it does not contain the token. Who holds it, and with which roles, the configuration of the moment says: without the
 * token there, the session is over. Each gateway of the same keys accepts it.
 */
export class BrowserSessions {
	readonly #settings: Settings;
	/** Codes that were used, with the time in ms since 1970 when they end. */
	readonly #used = new Map<string, number>();

	constructor(settings: Settings) {
		this.#settings = settings;
	}

	/**
	 * The holder of the token that the cookie proves. Null: no cookie, or its session is over.
	 * @throws Problem 403 if a page of another site or another port sent the request
	 */
	holderOf(request: FastifyRequest): TokenHolder | null {
		const sealed = request.cookies[nameFor(request)];
		const content = sealed === undefined ? null : this.#open('session', sealed);
		const holder = content === null ? null : this.#holderOf(content);
		if (holder === null) return null;
		this.#checkOwnPage(request);
		return holder;
	}

	/**
	 * Signs in the browser of a request with a known bearer token.
	 * @returns when the session ends, in ms since 1970
	 * @throws Problem 403 if the gateway does not know the page as its own, and would refuse its writes
	 */
	begin(request: FastifyRequest, reply: FastifyReply): number {
		if (request.headers.origin !== undefined) this.#checkOwnPage(request);
		const { keyring } = this.#settings;
		return this.#send(
			request,
			reply,
			keyring.current,
			proofOf(keyring, sha256(tokenIn(request.headers.authorization))),
		);
	}

	/**
	 * Signs in the browser that opened a link with a code.
	 * @returns when the session ends, in ms since 1970
	 * @throws Problem 403 if a page of another site sent the request; 410 if the code was used or is too old
	 */
	redeem(request: FastifyRequest, reply: FastifyReply, code: string): number {
		this.#checkOwnPage(request);
		const content = this.#open('sign-in code', code);
		if (content === null || this.#holderOf(content) === null || !this.#useOnce(content)) throw codeOver();
		const [proof, , , keyVersion] = content;
		return this.#send(request, reply, keyVersion, proof);
	}

	/** A code that signs in one browser with the bearer token of the request. @returns it, and when it ends */
	codeFor({ headers }: Pick<FastifyRequest, 'headers'>): { code: string; expiresAt: number } {
		const { keyring } = this.#settings;
		const expiresAt = this.#now() + CODE_MS;
		const proof = proofOf(keyring, sha256(tokenIn(headers.authorization)));
		return { code: this.#seal('sign-in code', keyring.current, proof, expiresAt), expiresAt };
	}

	/** Signs out the browser of the request. */
	end(request: FastifyRequest, reply: FastifyReply): void {
		void reply.clearCookie(nameFor(request), this.#cookieFor(request));
	}

	#send(request: FastifyRequest, reply: FastifyReply, keyVersion: string, proof: string): number {
		const expiresAt = this.#now() + SESSION_MS;
		const sealed = this.#seal('session', keyVersion, proof, expiresAt);
		void reply.setCookie(nameFor(request), sealed, this.#cookieFor(request));
		return expiresAt;
	}

	#cookieFor(request: FastifyRequest): CookieSerializeOptions {
		const { publicUrl } = this.#settings;
		const isPublic = publicUrl !== undefined && request.headers.origin === new URL(publicUrl).origin;
		const path = isPublic ? new URL(publicUrl).pathname.replace(/\/$/, '') : '';
		const secure = isPublic ? publicUrl.startsWith('https:') : request.protocol === 'https';
		return { httpOnly: true, sameSite: 'strict', secure, path: `${path}${ROUTES}` };
	}

	/** A cookie belongs to a host, whatever the port: pages of its other servers are not ours. */
	#checkOwnPage(request: FastifyRequest): void {
		const { publicUrl } = this.#settings;
		const here = `${request.protocol}://${request.host}`;
		const known = publicUrl === undefined ? here : new URL(publicUrl).origin;
		// A proxy may have cut scheme or port of the public host, so that another server there would look like this one.
		const isOther = new URL(here).hostname !== new URL(known).hostname;
		const isOwn = isOfOwnPage(request, known) || (isOther && isOfOwnPage(request, here));
		if (!isOwn) throw foreignRequest(known);
	}

	#seal(purpose: SealPurpose, keyVersion: string, proof: string, expiresAt: number): string {
		const content: Content = [proof, expiresAt, randomBytes(16).toString('base64url'), keyVersion];
		return sealText(this.#settings.keyring, purpose, content, keyVersion);
	}

	#open(purpose: SealPurpose, sealed: string): Content | null {
		const content = openSealed(this.#settings.keyring, purpose, sealed, contentSchema, ([, , , version]) => version);
		return content !== null && content[1] > this.#now() ? content : null;
	}

	#holderOf([proof, , , keyVersion]: Content): TokenHolder | null {
		const { keyring, tokens } = this.#settings;
		return tokens.holderWith((digest) => keyring.matches({ keyVersion, mac: proof }, proofParts(digest)));
	}

	/** Another gateway of the same keys does not know of it, for the minute that the code lasts. */
	#useOnce([, expiresAt, number]: Content): boolean {
		for (const [used, until] of this.#used) if (until <= this.#now()) this.#used.delete(used);
		if (this.#used.has(number)) return false;
		this.#used.set(number, expiresAt);
		return true;
	}

	#now(): number {
		return this.#settings.now?.() ?? Date.now();
	}
}

/** Gateways on several ports of a host do not overwrite each other's cookies. */
function nameFor({ port }: FastifyRequest): string {
	return `agent-knowledge-session-${port ?? 'default'}`;
}

function proofOf(keyring: Keyring, digest: Buffer): string {
	return keyring.mac(proofParts(digest)).mac;
}

function proofParts(digest: Buffer): string[] {
	return ['session token', digest.toString('base64url')];
}

function codeOver(): Problem {
	return new Problem({
		type: 'sign_in_code_over',
		title: 'The link no longer signs in',
		status: 410,
		detail:
			'A link signs in once, within a minute. Open it again where it came from, such as the start page, or sign in with a token.',
	});
}
