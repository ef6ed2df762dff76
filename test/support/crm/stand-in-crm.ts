import type { IncomingMessage, RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

export interface CrmRequest {
	/** Method and path, such as `POST /api/v2/persons`. */
	route: string;
	query: URLSearchParams;
	authorization: string | undefined;
	/** Undefined if there is none. */
	body: unknown;
}

export interface CrmResponse {
	status: number;
	body: object;
}

/** The CRM does not do what was asked, and says so in its own form. */
export class CrmRefusal extends Error {
	constructor(
		readonly status: number,
		readonly body: object,
	) {
		super(JSON.stringify(body));
	}
}

/**
 * What the stand-ins of CRMs share: they count requests, fail when a test says so, and refuse people by their address.
 * What a request may be, what it does, and the form of an error are each CRM's own, from its public documentation.
 */
export abstract class StandInCrm {
	/** Methods and paths in the order of their arrival. */
	readonly requests: string[] = [];
	private readonly failures: number[] = [];
	private readonly refused = new Map<string, string>();

	/** The addresses of the stored people, sorted; one that is stored twice is here twice. */
	abstract emails(): string[];

	/** What a request waits for before it is answered. Default: nothing. */
	protected readyFor(_route: string): Promise<void> {
		return Promise.resolve();
	}

	protected abstract answer(request: CrmRequest): CrmResponse;
	/** The CRM's form of an error: a limit, a fault of its own, or a body of the wrong shape, with what is wrong in it. */
	protected abstract errorBody(status: number, words?: string): object;

	/** The next requests get these statuses, one each. */
	failNext(...statuses: number[]): void {
		this.failures.push(...statuses);
	}

	/** From now on, this person is refused with these words. */
	refuse(email: string, words: string): void {
		this.refused.set(email.toLowerCase(), words);
	}

	/** From now on, this person is accepted again. */
	accept(email: string): void {
		this.refused.delete(email.toLowerCase());
	}

	/** Why this person is refused; undefined if not. */
	protected refusalOf(email: string | null | undefined): string | undefined {
		return this.refused.get(email?.toLowerCase() ?? '');
	}

	get listener(): RequestListener {
		return (request, response) => {
			void this.respond(request).then(({ status, body }) => {
				response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8' });
				response.end(JSON.stringify(body));
			});
		};
	}

	private async respond(request: IncomingMessage): Promise<CrmResponse> {
		const { pathname, searchParams: query } = new URL(request.url ?? '/', 'https://crm.example');
		const route = `${request.method ?? ''} ${decodeURIComponent(pathname)}`;
		const body = Number(request.headers['content-length'] ?? 0) > 0 ? await json(request) : undefined;
		this.requests.push(route);
		const failure = this.failures.shift();
		if (failure !== undefined) return { status: failure, body: this.errorBody(failure) };
		await this.readyFor(route);
		try {
			return this.answer({ route, query, authorization: request.headers.authorization, body });
		} catch (error) {
			if (error instanceof CrmRefusal) return { status: error.status, body: error.body };
			if (error instanceof z.ZodError) return { status: 400, body: this.errorBody(400, z.prettifyError(error)) };
			throw error;
		}
	}
}
