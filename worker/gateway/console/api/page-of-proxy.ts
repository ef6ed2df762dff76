/** The parts of a response that tell who sent it. */
export interface Origin {
	type: ResponseType;
	ok: boolean;
	headers: Pick<Headers, 'get'>;
}

/**
 * Whether a reverse proxy answered with its page to sign in, or with a redirect to it. The API sends neither. A file of a
 * task can be HTML too, and says that it is an attachment.
 */
export function isPageOfProxy({ type, ok, headers }: Origin): boolean {
	const startsWith = (name: string, start: string) => headers.get(name)?.startsWith(start) === true;
	const isPage = startsWith('content-type', 'text/html') && !startsWith('content-disposition', 'attachment');
	return type === 'opaqueredirect' || (ok && isPage);
}
