/** An answer to a delivery. */
export interface Answer {
	status: number;
	/** The first part of the body. */
	body: string;
	/** Since the first attempt, in milliseconds. */
	elapsedMs: number;
}

/**
 * - `delivered`: it was taken.
 * - `not-wanted`: nobody waits for it any more, which is fine.
 * - `again`: later it may be taken.
 * - `refused`: it never will be; somebody has to look.
 */
export type Verdict = 'delivered' | 'not-wanted' | 'again' | 'refused';

/** n8n answers 404 while it still writes the execution that is about to wait. */
const NOT_WAITING_YET_MS = 60_000;
/** Whatever stands before n8n, or n8n before it is up, answers 404 in words of its own. */
const FOREIGN_404_MS = 60 * 60_000;

/** What an answer of n8n's resume URL means (n8n 2.40, `waiting-webhooks.ts` and `abstract-server.ts`). */
export function judgeAnswer({ status, body, elapsedMs }: Answer): Verdict {
	// While it migrates its database n8n answers everything with 200 and this sentence.
	if (status < 300) return body.includes('n8n is starting up') ? 'again' : 'delivered';
	if (status === 408 || status === 429 || status >= 500) return 'again';
	if (status === 409) return body.includes('running already') ? 'again' : 'not-wanted';
	if (status === 404) return elapsedMs < patienceWith404(body) ? 'again' : 'not-wanted';
	return 'refused';
}

function patienceWith404(body: string): number {
	const isN8n = body.includes('does not exist') || body.includes('waiting webhook');
	return isN8n ? NOT_WAITING_YET_MS : FOREIGN_404_MS;
}
