import { z } from 'zod';
import { eventually } from '../time/eventually';
import type { GatewayPlatform } from './start-platform';

export interface Question {
	method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
	/** Path and query. */
	path: string;
	body?: object;
	key?: string;
	/** Beside those of every request. */
	headers?: Readonly<Record<string, string>>;
	/** Instead of the right one. */
	token?: string;
	signal?: AbortSignal;
}

export interface Answer {
	status: number;
	text: string;
	body: unknown;
}

/** One request to the gateway. */
export async function ask({ url, token }: Pick<GatewayPlatform, 'url' | 'token'>, question: Question): Promise<Answer> {
	const { method = 'GET', path, body, key, headers = {}, signal } = question;
	const reply = await fetch(url + path, {
		method,
		headers: {
			authorization: `Bearer ${question.token ?? token}`,
			...headers,
			...(key === undefined ? {} : { 'idempotency-key': key }),
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
		...(signal === undefined ? {} : { signal }),
	});
	const text = await reply.text();
	const isJson = reply.headers.get('content-type')?.includes('json') === true;
	return { status: reply.status, text, body: isJson ? (JSON.parse(text) as unknown) : null };
}

const stateSchema = z.looseObject({ status: z.string() });

/**
 * Asks for a task or a search for a person until it has ended, however busy the machine is.
 * @param path its address
 */
export async function askEnded(platform: Pick<GatewayPlatform, 'url' | 'token'>, path: string): Promise<Answer> {
	for (;;) {
		const answer = await ask(platform, { path: `${path}?wait=60` });
		if (stateSchema.safeParse(answer.body).data?.status !== 'running') return answer;
	}
}

const runSchema = z.looseObject({ id: z.string(), status: z.string(), startedAt: z.string() });
const runsSchema = z.looseObject({ items: z.array(runSchema) });

/** Waits until the newest tasks are listed as they are: Temporal's index shows a start and an end a moment later. */
export async function untilTasksListed(
	platform: Pick<GatewayPlatform, 'url' | 'token'>,
	ids: Iterable<string>,
): Promise<void> {
	for (const id of ids)
		await eventually(
			async () => {
				const { items } = runsSchema.parse((await ask(platform, { path: '/v1/tasks?limit=100' })).body);
				const now = runSchema.parse((await ask(platform, { path: `/v1/tasks/${encodeURIComponent(id)}` })).body);
				const isListed = ({ status, startedAt }: typeof now) => status === now.status && startedAt === now.startedAt;
				return items.some((item) => item.id === id && isListed(item));
			},
			Boolean,
			`${id} in the list`,
		);
}

/** Waits until a new subscription is listed. */
export async function untilSubscribed(platform: Pick<GatewayPlatform, 'url' | 'token'>, id: string): Promise<void> {
	await eventually(
		async () => (await ask(platform, { path: '/v1/subscriptions' })).text,
		(text) => text.includes(id),
		"Temporal's index lists a subscription a moment later",
	);
}

/** The question that starts a retrain-and-wait. */
export function retrain(key: string, input: object = {}): Question {
	const body = { version: 1, connection: 'main', agentId: 'agent_support', ...input };
	return { method: 'POST', path: '/v1/tasks/retrain-and-wait', key, body };
}

const startedSchema = z.looseObject({ links: z.object({ self: z.string() }) });

/** The address at which a started task can be read. @throws Error with the answer, if nothing was started */
export function linkOf({ status, text, body }: Answer): string {
	const started = startedSchema.safeParse(body);
	if (!started.success) throw new Error(`No task was started. The gateway answered ${status}: ${text}`);
	return started.data.links.self;
}

/** The id of the task that is read at this address. */
export function taskIdAt(link: string): string {
	return decodeURIComponent(link.split('/').at(-1) ?? '');
}

export function idOf({ body }: Answer): string {
	return z.looseObject({ id: z.string() }).parse(body).id;
}

/** Starts a sync of a new agent's leads to the destination `crm`. @returns the id of its task */
export async function startSync(platform: GatewayPlatform, name: string): Promise<string> {
	const { id: agentId } = await platform.admin.createAgent({ name, website: platform.sandbox.siteUrl });
	const started = await ask(platform, {
		method: 'POST',
		path: '/v1/tasks/lead-sync',
		key: name,
		body: { version: 1, connection: 'main', agentId, destination: 'crm', intervalSeconds: 60 },
	});
	expect(started.status).toBe(202);
	return idOf(started);
}
