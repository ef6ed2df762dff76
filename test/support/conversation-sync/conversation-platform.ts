import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type ApiClient, createClient } from '../../../api';
import type { StartedTask, TaskView } from '../../../worker/tasks';
import { conversationSyncInputSchema } from '../../../workflows/conversation-sync/contract';
import { query } from '../postgresql/start-cluster';
import { Platform, type PlatformOptions } from '../temporal/start-platform';
import { TaskSteps } from '../temporal/task-steps';

const INTERVAL_SECONDS = 3_600;

const transcriptSchema = z.looseObject({
	id: z.string(),
	state: z.string(),
	messages: z.array(z.looseObject({ id: z.coerce.string(), content: z.string() })),
});

/** A conversation with its messages, as the service and the tables both have it. */
export interface Said {
	agent: string;
	id: string;
	state: string;
	messages: Array<{ id: string; text: string }>;
}

const rowSchema = z.object({
	agent: z.string(),
	id: z.string(),
	state: z.string().nullable(),
	gone: z.boolean(),
	messages: z.array(z.object({ id: z.string(), text: z.string() })),
	count: z.coerce.number(),
});

const SAID = `SELECT c.agent_id AS agent, c.conversation_id AS id, c.state, c.deleted_at IS NOT NULL AS gone,
		c.messages AS count,
		coalesce((SELECT json_agg(json_build_object('id', m.message_id, 'text', m.text) ORDER BY m.position)
			FROM conversation_messages m WHERE m.connection = c.connection AND m.agent_id = c.agent_id
			AND m.conversation_id = c.conversation_id), '[]') AS messages
	FROM conversations c ORDER BY c.agent_id, c.conversation_id`;

/** A real Temporal, sandbox and worker with a PostgreSQL database, and what tests of syncs of conversations do to them. */
export class ConversationPlatform extends TaskSteps {
	readonly api: ApiClient;

	private constructor(
		platform: Platform,
		readonly url: string,
	) {
		super(platform);
		const { apiUrl: baseUrl, seedKey: apiKey } = platform.sandbox;
		this.api = createClient({ baseUrl, apiKey, timeoutMs: 300_000 });
	}

	/** @param url of the database `database` */
	static async start(url: string, options: PlatformOptions = {}): Promise<ConversationPlatform> {
		const destinations = { database: { type: 'postgresql', url }, ...options.destinations };
		return new ConversationPlatform(await Platform.start({ ...options, destinations }), url);
	}

	/** A conversation with messages of a visitor. @returns its id */
	async talk(agentId: string, ...texts: string[]): Promise<string> {
		const id = await this.platform.admin.beginConversation(agentId);
		for (const text of texts) await this.platform.admin.addMessage(id, 'visitor', text);
		return id;
	}

	async sync(more: object = {}): Promise<StartedTask> {
		const input = conversationSyncInputSchema.parse({
			connection: 'sandbox',
			destination: 'database',
			intervalSeconds: INTERVAL_SECONDS,
			openHours: 0,
			...more,
		});
		return this.platform.tasks.start({ type: 'conversation-sync', idempotencyKey: randomUUID(), input });
	}

	/** Waits for the end of a round that began after now. */
	async round(id: string, action: object | null = {}): Promise<TaskView> {
		const since = Date.now();
		if (action !== null) await this.act(id, 'sync-now', action);
		return this.until(id, 'a complete round', ({ progress }) => Date.parse(progress?.upToDateAt ?? '') >= since);
	}

	async firstRound(id: string): Promise<TaskView> {
		return this.until(id, 'a first round', ({ progress }) => progress?.upToDateAt !== undefined);
	}

	/** What the service has of agents, by its API. */
	async atService(...agentIds: string[]): Promise<Said[]> {
		const all: Said[] = [];
		for (const agent of agentIds) {
			for (let offset = 0, total = 1; offset < total; offset += 100) {
				const page = await this.api.call('listConversations', { params: { id: agent }, query: { limit: 100, offset } });
				({ total } = page);
				for (const { id } of page.items) {
					const found = await this.api.call('getConversation', { params: { id: id ?? '' } });
					const { state, messages } = transcriptSchema.parse(found);
					const said = messages.map((message) => ({ id: message.id, text: message.content }));
					all.push({ agent, id: id ?? '', state, messages: said });
				}
			}
		}
		return all.toSorted((one, other) => (one.agent + one.id < other.agent + other.id ? -1 : 1));
	}

	/** What the tables have, by plain SQL. Each row counts its own messages right. */
	async inTables(...agentIds: string[]): Promise<Said[]> {
		const rows = z.array(rowSchema).parse(await query(this.url, SAID));
		const theirs = rows.filter(({ agent }) => agentIds.includes(agent));
		for (const { count, messages } of theirs) expect(count).toBe(messages.length);
		return theirs
			.filter(({ gone }) => !gone)
			.map(({ agent, id, state, messages }) => ({ agent, id, state: state ?? '', messages }))
			.toSorted((one, other) => (one.agent + one.id < other.agent + other.id ? -1 : 1));
	}

	/** Requests for lists and transcripts since the log was asked last. */
	async calls(since: number): Promise<{ lists: number; transcripts: string[]; agents: number }> {
		const all = await this.platform.admin.requests({ method: 'GET' });
		const paths = all.filter(({ at }) => Date.parse(at) >= since).map(({ path }) => path);
		return {
			agents: paths.filter((path) => path === '/agents').length,
			lists: paths.filter((path) => /^\/agents\/[^/]+\/conversations$/.test(path)).length,
			transcripts: paths.filter((path) => path.startsWith('/conversations/')).map((path) => path.slice(15)),
		};
	}
}
