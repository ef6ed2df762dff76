import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { HubSpotAccount, type Refusal } from './hubspot-account';
import { HubSpotNotes } from './hubspot-notes';
import { listen } from '../network/listen';

/** Requests that an account takes within ten seconds, unless a test sets another number. */
const BURST = 100;
const WINDOW_MS = 10_000;

export interface HubSpotServer {
	url: string;
	token: string;
	account: HubSpotAccount;
	/** Method and path of every request that arrived. */
	requests: string[];
	/** The next so many requests are answered so instead. */
	failNext(times: number, status: number, headers?: Record<string, string>, body?: object): void;
	/** The next such request is done and never answered. */
	holdNextAnswer(route: string): void;
	/** Requests that are taken within ten seconds, or so many milliseconds. */
	setBurst(limit: number, windowMs?: number): void;
	/** Batches of writes are taken record by record and answered with 207 and an error for each that was not. */
	takeParts(): void;
	/** Takes scopes away, or gives them. */
	setScopes(scopes: string[]): void;
	/** Nothing may be written, though the token has the scope for it. */
	forbidWriting(): void;
	/** The notes of the account. */
	notes: HubSpotNotes;
	/** Notes may not be read or written, though contacts may. */
	forbidNotes(): void;
	close(): Promise<void>;
}

const properties = z.record(z.string(), z.string());
const bodies = {
	read: z.object({
		idProperty: z.string().optional(),
		inputs: z.array(z.object({ id: z.string() })),
		properties: z.array(z.string()),
	}),
	create: z.object({ inputs: z.array(z.object({ properties })) }),
	update: z.object({ inputs: z.array(z.object({ id: z.string(), properties })) }),
	one: z.object({ properties }),
	token: z.object({ tokenKey: z.string() }),
	purge: z.object({ idProperty: z.string().optional(), objectId: z.string() }),
};

/**
 * Contacts as HubSpot's public documentation describes them: batch endpoints of at most 100, whose writes are taken whole
 * or not at all, errors in HubSpot's form, scopes, and the limit of a private app with its headers.
 */
export async function startHubSpot(): Promise<HubSpotServer> {
	const token = 'pat-eu1-00000000-0000-4000-8000-000000000000';
	const account = new HubSpotAccount();
	const requests: string[] = [];
	const failures: Array<{ status: number; headers: Record<string, string>; body?: object }> = [];
	const arrivals: number[] = [];
	let burst = BURST;
	let window = WINDOW_MS;
	let takesParts = false;
	let held: string | null = null;
	let mayWrite = true;
	let takesNotes = true;
	const notes = new HubSpotNotes();
	let scopes = ['oauth', 'crm.objects.contacts.read', 'crm.objects.contacts.write'];

	const server = createServer((request, response) => {
		void answer(request, response);
	});

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const path = (request.url ?? '').replace(/\?.*$/, '');
		const route = `${request.method ?? ''} ${path}`;
		requests.push(route);
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
		const text = Buffer.concat(chunks).toString();
		const failure = failures.shift();
		if (failure !== undefined)
			return send(
				response,
				failure.status,
				{ ...error(failure.status, 'Something failed', 'ERROR'), ...failure.body },
				failure.headers,
			);
		const now = Date.now();
		while ((arrivals[0] ?? now) <= now - window) arrivals.shift();
		const headers = {
			'x-hubspot-ratelimit-max': `${burst}`,
			'x-hubspot-ratelimit-remaining': `${Math.max(0, burst - arrivals.length - 1)}`,
			'x-hubspot-ratelimit-interval-milliseconds': `${window}`,
		};
		if (arrivals.length >= burst) {
			const limit = {
				...error(429, 'You have reached your ten_secondly_rolling limit.', 'RATE_LIMITS'),
				errorType: 'RATE_LIMIT',
				policyName: 'TEN_SECONDLY_ROLLING',
			};
			return send(response, 429, limit, headers);
		}
		arrivals.push(now);
		if (request.headers.authorization !== `Bearer ${token}`)
			return send(
				response,
				401,
				error(401, 'Authentication credentials not found.', 'INVALID_AUTHENTICATION'),
				headers,
			);
		const query = new URL(request.url ?? '', 'http://hubspot').searchParams;
		const [status, body] = handle(route, query, text);
		if (held === route) {
			held = null;
			return;
		}
		send(response, status, body, headers);
	}

	function handle(route: string, query: URLSearchParams, text: string): [status: number, body: object] {
		const json: unknown = text === '' ? {} : JSON.parse(text);
		const needs = /GET|read$/.test(route) ? 'crm.objects.contacts.read' : 'crm.objects.contacts.write';
		const isToken = route.startsWith('POST /oauth/');
		if (
			!isToken &&
			((!takesNotes && route.includes('/notes')) || !scopes.includes(needs) || (!mayWrite && needs.endsWith('write')))
		)
			return [
				403,
				{
					...error(403, "This app hasn't been granted all required scopes to make this call.", 'MISSING_SCOPES'),
					errors: [{ context: { requiredGranularScopes: [needs] } }],
				},
			];
		try {
			return notes.handle(route, query, json) ?? routed(route, json);
		} catch (thrown) {
			if (account.isRefusal(thrown)) return refusal(thrown);
			throw thrown;
		}
	}

	function routed(route: string, json: unknown): [status: number, body: object] {
		const [, gone] = /^DELETE \/crm\/v3\/objects\/contacts\/(\d+)$/.exec(route) ?? [];
		if (gone !== undefined) return (account.delete(gone), [204, {}]);
		const [, id] = /^(?:GET|PATCH) \/crm\/v3\/objects\/contacts\/(\d+)$/.exec(route) ?? [];
		if (id !== undefined && route.startsWith('GET')) return [200, account.get(id)];
		if (id !== undefined) return [200, account.update(id, bodies.one.parse(json).properties)];
		switch (route) {
			case 'POST /oauth/v2/private-apps/get/access-token-info':
				return [200, { userId: 1, hubId: 2, appId: 3, scopes }];
			case 'GET /crm/v3/properties/contacts':
				return [200, { results: account.properties() }];
			case 'POST /crm/v3/objects/contacts':
				return [201, account.create(bodies.one.parse(json).properties)];
			case 'POST /crm/v3/objects/contacts/batch/read': {
				const { idProperty, inputs } = bodies.read.parse(json);
				const { results, missing } = account.read(
					inputs.map((input) => input.id),
					idProperty,
				);
				if (missing.length === 0) return [200, batch(results)];
				const errors = [
					{
						...error(404, 'Could not get some CONTACT objects, they may be deleted or not exist.', 'OBJECT_NOT_FOUND'),
						context: { ids: missing },
					},
				];
				return [207, { ...batch(results), numErrors: 1, errors }];
			}
			case 'POST /crm/v3/objects/contacts/batch/create': {
				const inputs = bodies.create.parse(json).inputs.map((input) => input.properties);
				if (takesParts) return inParts(inputs, (each) => account.create(each));
				return [201, batch(account.createAll(inputs))];
			}
			case 'POST /crm/v3/objects/contacts/gdpr-delete':
				account.purge(bodies.purge.parse(json));
				return [204, {}];
			case 'POST /crm/v3/objects/contacts/batch/update': {
				const { inputs } = bodies.update.parse(json);
				if (takesParts) return inParts(inputs, (each) => account.update(each.id, each.properties));
				return [200, batch(account.updateAll(inputs))];
			}
			default:
				return [404, error(404, `No such endpoint: ${route}`, 'OBJECT_NOT_FOUND')];
		}
	}

	function inParts<Input>(inputs: Input[], write: (input: Input) => object): [status: number, body: object] {
		const results: object[] = [];
		const errors: object[] = [];
		for (const input of inputs) {
			try {
				results.push(write(input));
			} catch (thrown) {
				if (!account.isRefusal(thrown)) throw thrown;
				errors.push(error(thrown.status, thrown.message, thrown.category));
			}
		}
		if (errors.length === 0) return [200, batch(results)];
		return [207, { ...batch(results), numErrors: errors.length, errors }];
	}

	const { url, close } = await listen(server);
	return {
		url,
		token,
		account,
		requests,
		failNext(times, status, headers = {}, body = {}) {
			for (let left = times; left > 0; left -= 1) failures.push({ status, headers, body });
		},
		holdNextAnswer(route) {
			held = route;
		},
		setBurst(limit, windowMs = WINDOW_MS) {
			burst = limit;
			window = windowMs;
			arrivals.length = 0;
		},
		takeParts() {
			takesParts = true;
		},
		notes,
		forbidNotes() {
			takesNotes = false;
		},
		forbidWriting() {
			mayWrite = false;
		},
		setScopes(given) {
			scopes = given;
		},
		close,
	};
}

function refusal({ status, message, category }: Refusal): [number, object] {
	return [status, error(status, message, category)];
}

function error(status: number, message: string, category: string) {
	return {
		status: 'error',
		message,
		category,
		correlationId: `00000000-0000-4000-8000-${String(status).padStart(12, '0')}`,
	};
}

function batch(results: object[]) {
	const now = new Date().toISOString();
	return { status: 'COMPLETE', results, startedAt: now, completedAt: now };
}

function send(response: ServerResponse, status: number, body: object, headers: Record<string, string>): void {
	response
		.writeHead(status, { 'content-type': 'application/json;charset=utf-8', ...headers })
		.end(JSON.stringify(body));
}
