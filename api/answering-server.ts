/**
 * Which program responds at an address, as far as its response says so. People paste the address of another one: of n8n
 * itself, of the website, of the gateway instead of the service.
 */
export type AnsweringServer =
	| { is: 'n8n' }
	/** The gateway of `agent-knowledge-worker`. @property missing the route that it does not have */
	| { is: 'gateway'; version: string; missing: string }
	/** The dashboard of `agent-knowledge-sandbox`, which has the same address as the sandbox's API. */
	| { is: 'sandbox' }
	/** A program that refuses in the form of the service's errors (specification, part 7). */
	| { is: 'service' }
	/** A website, a log-in page, or the error page of a proxy. */
	| { is: 'page'; title: string }
	| { is: 'other' };

/** Says for certain who responds. A page may also be that of a proxy before any of the others. */
export function isDecisive({ is }: AnsweringServer): boolean {
	return is !== 'page' && is !== 'other';
}

/** @param body parsed JSON, or text */
export function answeringServer(body: unknown): AnsweringServer {
	if (typeof body === 'string') return ofText(body);
	const field = (name: string): string => {
		const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
		return typeof value === 'string' ? value : '';
	};
	const [type, title, detail] = [field('type'), field('title'), field('detail')];
	const version = /^This gateway \(version ([^)]{1,40})\)/.exec(title)?.[1];
	if (version !== undefined || type === 'route_not_found') {
		return { is: 'gateway', version: version ?? '', missing: /does not serve (\S+ \S+)\. /.exec(detail)?.[1] ?? '' };
	}
	if (/\bgateway(?:\.tokens|'s configuration)\b/.test(detail)) return { is: 'gateway', version: '', missing: '' };
	return type !== '' && title !== '' ? { is: 'service' } : { is: 'other' };
}

/** Only the beginning of a page is looked at. Characters. */
const START = 20_000;
const LONGEST_TITLE = 60;

function ofText(text: string): AnsweringServer {
	const start = text.slice(0, START);
	if (!/<(?:!doctype html|html|head|body)\b/i.test(start)) return { is: 'other' };
	const title = titleIn(start);
	if (/<meta name="n8n:|<title>\s*n8n\b/i.test(start)) return { is: 'n8n' };
	if (/\bAgent Knowledge sandbox\b/i.test(title)) return { is: 'sandbox' };
	if (/^Agent Knowledge$/.test(title)) return { is: 'gateway', version: '', missing: '' };
	return { is: 'page', title };
}

/** In one line, without characters that nobody sees. */
function titleIn(page: string): string {
	const title = /<title[^>]*>([^<]{0,200})/i.exec(page)?.[1] ?? '';
	return title
		.replace(/&amp;/g, '&')
		.replace(/[\p{C}\s]+/gu, ' ')
		.trim()
		.slice(0, LONGEST_TITLE)
		.toWellFormed();
}
