/** The parts of a response that tell who sent it. */
export interface Origin {
	type: ResponseType;
	ok: boolean;
	headers: Pick<Headers, 'get'>;
}

/** Whether a reverse proxy answered with its page to sign in, or with a redirect to it. The API sends neither. */
export function isPageOfProxy({ type, ok, headers }: Origin): boolean {
	return type === 'opaqueredirect' || (ok && headers.get('content-type')?.startsWith('text/html') === true);
}
