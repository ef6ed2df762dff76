import type { FastifyRequest } from 'fastify';
import { Problem } from '../../problems/problem';

const READS = ['GET', 'HEAD'];

/**
 * Whether a page of the gateway sent a request, and not a page of another site. A browser adds what the proxy signs in by
 * to requests of every site, so such a request proves nothing by itself. It adds `Origin` to every write, and a script
 * cannot change it. Browsers leave `Sec-Fetch-Site` out on plain http.
 * @param origin of the gateway's pages, as people know it. The Host is no proof: its name may lead here without us
 */
export function isOfOwnPage({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>, origin: string): boolean {
	const site = headers['sec-fetch-site'];
	if (!READS.includes(method)) return headers.origin === origin && (site === undefined || site === 'same-origin');
	if (headers.origin !== undefined && headers.origin !== origin) return false;
	// `none`: somebody entered the address.
	return site === undefined || site === 'same-origin' || site === 'none';
}

export function foreignRequest(origin: string): Problem {
	return new Problem({
		type: 'foreign_request',
		title: "The request did not come from the gateway's own pages",
		status: 403,
		detail: `Nothing was done. For a person who is signed in at the reverse proxy or by a cookie, the gateway accepts requests of its own pages at ${origin} alone. Open the console there. Programs send a token instead (Authorization: Bearer <token>).`,
	});
}
