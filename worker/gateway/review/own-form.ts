import type { FastifyRequest } from 'fastify';

/**
 * Whether a form was sent by a page of this gateway. Another site can make a browser send a form; it cannot make it say
 * that the form was ours. Behind a proxy the Host may be any name, so the address that people know counts too.
 */
export function isOwnForm({ headers: { origin, ...headers }, host }: FastifyRequest, publicUrl?: string): boolean {
	const site = headers['sec-fetch-site'];
	if (site === 'same-origin') return true;
	// Browsers leave it out on plain http; `none` is a reader who sent the page again.
	if (site !== undefined && site !== 'none') return false;
	// Every browser names where a form of another site came from.
	if (origin === undefined) return true;
	if (!URL.canParse(origin)) return false;
	const from = new URL(origin);
	return from.host === host || (publicUrl !== undefined && from.origin === new URL(publicUrl).origin);
}
