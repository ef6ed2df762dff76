import { createServer } from 'node:http';
import { listen } from '../network/listen';

/** How a service of somebody else gives out its lists. */
export interface Paging {
	/** Items of a page at most, whatever `limit` asks for. Default: 100 */
	most?: number;
	/** Default: how many there are. */
	total?: 'none' | 'of the page' | number;
	/** What the service says of its `limit`. Default: that it was made smaller */
	limit?: 'none' | 'as asked';
	/** Requests with `limit` or `offset` are refused, and others get all. */
	refusesPages?: true;
	/** Each page is the first. */
	ignoresOffset?: true;
	/** Pages begin here at the latest. */
	lastOffset?: number;
}

/** A service whose lists all hold the same items, newest first, and are given out in one of many ways. */
export class PagingServer {
	items: object[] = [];
	paging: Paging = {};
	/** Offsets of the answered requests; null: none was asked for. */
	offsets: Array<number | null> = [];
	/** What happens before the request of this number, from 1 on, is answered. */
	before: (request: number) => void = () => {};
	/** Requests of these numbers are asked to wait a second (429). */
	limited: number[] = [];
	private requests = 0;

	private constructor(
		readonly url: string,
		readonly close: () => Promise<void>,
	) {}

	static async start(): Promise<PagingServer> {
		const server = createServer();
		const { url, close } = await listen(server);
		const paging = new PagingServer(url, close);
		server.on('request', (request, response) => {
			const { status, body } = paging.answer(new URL(request.url ?? '', 'http://service'));
			response.writeHead(status, { 'content-type': 'application/json', ...(status === 429 && { 'retry-after': '1' }) });
			response.end(JSON.stringify(body));
		});
		return paging;
	}

	/** A new list of so many items. */
	hold(items: object[], paging: Paging): void {
		Object.assign(this, { items: [...items], paging, offsets: [], before: () => {}, limited: [], requests: 0 });
	}

	private answer({ pathname, searchParams }: URL): { status: number; body: object } {
		this.requests += 1;
		this.before(this.requests);
		if (this.limited.includes(this.requests)) return refusal(429, 'Too many requests');
		const { most = 100, refusesPages, ignoresOffset, lastOffset = Number.POSITIVE_INFINITY } = this.paging;
		const asksForPages = searchParams.has('limit') || searchParams.has('offset');
		if (refusesPages && asksForPages) return refusal(400, 'Unknown query parameter');
		const offset = ignoresOffset ? 0 : Math.min(Number(searchParams.get('offset') ?? 0), lastOffset);
		const limit = Math.min(Number(searchParams.get('limit') ?? 100), most);
		this.offsets.push(searchParams.has('offset') ? Number(searchParams.get('offset')) : null);
		const items = refusesPages ? this.items : this.items.slice(offset, offset + limit);
		const shown = { ...this.totalOf(items), ...this.limitOf(limit, searchParams.get('limit')), offset };
		if (!pathname.endsWith('/unanswered-questions')) return { status: 200, body: { items, ...shown } };
		return { status: 200, body: { period: searchParams.get('period'), items } };
	}

	private totalOf(items: object[]): { total?: number } {
		const { total = this.items.length } = this.paging;
		if (total === 'none') return {};
		return { total: total === 'of the page' ? items.length : total };
	}

	private limitOf(limit: number, asked: string | null): { limit?: number } {
		if (this.paging.limit === 'none') return {};
		return { limit: this.paging.limit === 'as asked' ? Number(asked ?? 100) : limit };
	}
}

function refusal(status: number, title: string) {
	const type = status === 429 ? 'rate_limited' : 'invalid_request';
	return { status, body: { type, title, status, detail: null, issues: [] } };
}
