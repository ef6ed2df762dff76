import { z } from 'zod';
import { jsonColumn, type SqlDatabase } from './sql-database';

const conversationRow = z.object({
	id: z.string(),
	agentId: z.string(),
	channel: z.string(),
	state: z.enum(['open', 'resolved']),
	visitorName: z.string().nullable(),
	visitorEmail: z.string().nullable(),
	city: z.string().nullable(),
	region: z.string().nullable(),
	country: z.string().nullable(),
	countryCode: z.string().nullable(),
	rating: z.number().nullable(),
	messageCount: z.number(),
	createdAt: z.string(),
	lastMessageAt: z.string().nullable(),
});

export type StoredConversation = z.infer<typeof conversationRow>;

export interface NewConversation extends Pick<StoredConversation, 'id' | 'agentId' | 'channel' | 'createdAt'> {
	visitor?: Partial<
		Pick<StoredConversation, 'visitorName' | 'visitorEmail' | 'city' | 'region' | 'country' | 'countryCode'>
	>;
	/** Only for the dashboard; no method here reads it. */
	network?: Record<string, string>;
}

export interface ConversationFilter {
	channel: string | null;
	state: StoredConversation['state'] | null;
}

const COLUMNS =
	'id, agent_id AS agentId, channel, state, visitor_name AS visitorName, visitor_email AS visitorEmail, city, region, ' +
	'country, country_code AS countryCode, rating, message_count AS messageCount, created_at AS createdAt, ' +
	'last_message_at AS lastMessageAt';

/** Conversations of every channel. */
export class ConversationsRepository {
	constructor(private readonly database: SqlDatabase) {}

	find(id: string): StoredConversation | undefined {
		return this.database.get(conversationRow, `SELECT ${COLUMNS} FROM conversations WHERE id = ?`, id);
	}

	/** Newest first. */
	page(agentId: string, { channel, state }: ConversationFilter, limit: number, offset: number) {
		const filters = [channel !== null && 'channel = ?2', state !== null && 'state = ?3'].filter(Boolean);
		const where = ['agent_id = ?1', ...filters].join(' AND ');
		const items = this.database.all(
			conversationRow,
			// The inner query stays inside an index, however far down the page is.
			`SELECT ${COLUMNS} FROM conversations WHERE id IN (
				SELECT id FROM conversations WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT ?4 OFFSET ?5
			) ORDER BY created_at DESC, id DESC`,
			agentId,
			channel,
			state,
			limit,
			offset,
		);
		const count = this.database.get(
			z.object({ total: z.number() }),
			`SELECT coalesce(sum(count), 0) AS total FROM conversation_counts WHERE ${where}`,
			agentId,
			channel,
			state,
		);
		return { items, total: count?.total ?? 0 };
	}

	insert({ id, agentId, channel, createdAt, visitor = {}, network }: NewConversation): void {
		this.database.run(
			`INSERT INTO conversations (id, agent_id, channel, state, visitor_name, visitor_email, city, region, country,
				country_code, network, created_at)
			VALUES (?, ?, ?, 'open', ?, ?, ?, ?, ?, ?, ?, ?)`,
			id,
			agentId,
			channel,
			visitor.visitorName ?? null,
			visitor.visitorEmail ?? null,
			visitor.city ?? null,
			visitor.region ?? null,
			visitor.country ?? null,
			visitor.countryCode ?? null,
			network ? JSON.stringify(network) : null,
			createdAt,
		);
	}

	setState(id: string, state: StoredConversation['state']): void {
		this.database.run('UPDATE conversations SET state = ? WHERE id = ?', state, id);
	}

	/** @param rating 1 to 5 */
	setRating(id: string, rating: number): void {
		this.database.run('UPDATE conversations SET rating = ? WHERE id = ?', rating, id);
	}

	/** Where the visitor is. Omitted parts stay. */
	setLocation(id: string, location: Partial<Pick<StoredConversation, 'city' | 'region' | 'country' | 'countryCode'>>) {
		this.database.run(
			`UPDATE conversations SET city = coalesce(?, city), region = coalesce(?, region),
				country = coalesce(?, country), country_code = coalesce(?, country_code) WHERE id = ?`,
			location.city ?? null,
			location.region ?? null,
			location.country ?? null,
			location.countryCode ?? null,
			id,
		);
	}

	/** Removes the conversation with its messages and notes. */
	delete(id: string): void {
		this.database.run('DELETE FROM conversations WHERE id = ?', id);
	}
}

export const MESSAGE_ROLES = ['visitor', 'assistant', 'teammate', 'automation'] as const;

const messageRow = z.object({
	id: z.number(),
	role: z.enum(MESSAGE_ROLES),
	content: z.string(),
	sources: jsonColumn(z.array(z.object({ title: z.string(), url: z.string().nullable() }))),
	createdAt: z.string(),
});

export type StoredMessage = z.output<typeof messageRow>;

export interface NewMessage extends Pick<StoredMessage, 'role' | 'content' | 'createdAt'> {
	conversationId: string;
	sources?: StoredMessage['sources'];
	/** For a visitor's message: whether the agent could answer it. Default: the agent did not reply. */
	answered?: boolean;
}

/** The messages of conversations, without private notes: see NotesRepository. */
export class MessagesRepository {
	constructor(private readonly database: SqlDatabase) {}

	/** Oldest first. */
	ofConversation(conversationId: string): StoredMessage[] {
		return this.database.all(
			messageRow,
			'SELECT id, role, content, sources, created_at AS createdAt FROM messages WHERE conversation_id = ? ORDER BY id',
			conversationId,
		);
	}

	/** The last messages of a conversation, oldest first. */
	last(conversationId: string, count: number): StoredMessage[] {
		return this.database
			.all(
				messageRow,
				`SELECT id, role, content, sources, created_at AS createdAt FROM messages
				WHERE conversation_id = ? ORDER BY id DESC LIMIT ?`,
				conversationId,
				count,
			)
			.reverse();
	}

	/** Adds a message and counts it in its conversation. Call it inside a transaction. Returns its id. */
	insert({ conversationId, role, content, sources = [], answered, createdAt }: NewMessage): number {
		const { id } = this.database.run(
			`INSERT INTO messages (conversation_id, role, content, sources, answered, created_at) VALUES (?, ?, ?, ?, ?, ?)`,
			conversationId,
			role,
			content,
			JSON.stringify(sources),
			answered === undefined ? null : Number(answered),
			createdAt,
		);
		this.database.run(
			`UPDATE conversations SET message_count = message_count + 1,
				last_message_at = max(coalesce(last_message_at, ''), ?) WHERE id = ?`,
			createdAt,
			conversationId,
		);
		return id;
	}
}

const noteRow = z.object({ id: z.number(), author: z.string(), content: z.string(), createdAt: z.string() });

export type StoredNote = z.infer<typeof noteRow>;

/** The team's private notes on conversations. Only the dashboard shows them. */
export class NotesRepository {
	constructor(private readonly database: SqlDatabase) {}

	/** Oldest first. */
	ofConversation(conversationId: string): StoredNote[] {
		return this.database.all(
			noteRow,
			'SELECT id, author, content, created_at AS createdAt FROM notes WHERE conversation_id = ? ORDER BY id',
			conversationId,
		);
	}

	insert(note: Omit<StoredNote, 'id'> & { conversationId: string }): number {
		return this.database.run(
			'INSERT INTO notes (conversation_id, author, content, created_at) VALUES (?, ?, ?, ?)',
			note.conversationId,
			note.author,
			note.content,
			note.createdAt,
		).id;
	}
}
