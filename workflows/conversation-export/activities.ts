import type { AttemptsThatCount } from '../list-reading/attempts';
import type { ListRead } from '../list-reading/read-list';
import type { Days, Moments } from '../task/period';
import type { ConversationExportInput, ExportPartition, MissingConversation } from './contract';

/** What the service can leave out of a list. */
export interface ConversationFilter {
	channel?: string | undefined;
	state?: 'open' | 'resolved' | undefined;
}

export interface ReadConversations {
	agentId: string;
	filter: ConversationFilter;
	/** To know where the list can end. */
	days: Days & Moments;
	/** How many conversations of the list come before the first page. */
	offset: number;
	/** The number under which what was read is stored, by each attempt beside what the others stored. */
	chunk: number;
	/** The run of the task, by the id of its first execution. */
	run: string;
}

/** Pages of a list. Conversations are known by a short hash of their id. */
export interface ConversationsRead extends ListRead<string> {
	/** The attempt that read and stored it. */
	attempt: number;
}

/** Numbered conversations: from the first one to before the last one. */
export type Span = [from: number, to: number];

export interface ReadTranscripts {
	span: Span;
	run: string;
}

export interface TranscriptsRead {
	/** The attempt that read and stored them. */
	attempt: number;
	/** The number of the next one: less than the end of the span if a later read failed, or time ran out. */
	next: number;
	/** How many calls were made for transcripts. */
	calls: number;
	/** How many transcripts one dispatch may read, by the connection's limit. */
	atOnce: number;
	missing: MissingConversation[];
	/** An agent that the service no longer shows. */
	agentGone: string | null;
}

/** Activities on the queue of a connection. */
export interface ConversationReadActivities {
	/** Reads pages of conversations, newest first, and stores them. */
	readConversations(request: ReadConversations): Promise<ConversationsRead>;
	/** Reads transcripts of the plan, one call each, and stores them. */
	readTranscripts(request: ReadTranscripts): Promise<TranscriptsRead>;
}

export interface PlanConversations {
	/** Days (UTC) of the conversations that are wanted. */
	days: Days & Moments;
	/** ISO 8601 UTC: conversations that began later are left out. */
	asOf: string;
	/** How many chunks of lists were begun; their numbers begin with 0. */
	chunks: number;
	attempts: AttemptsThatCount;
	run: string;
}

/** All conversations to read, each once, by number. */
export interface ConversationPlan {
	conversations: number;
	/** Spans of the agents, in their order. */
	agents: Array<{ agentId: string; span: Span }>;
	repeats: number;
	undated: number;
}

export interface AssembleConversations extends Pick<ConversationExportInput, 'format' | 'spreadsheet' | 'bucket'> {
	partition: ConversationExportInput['partition'];
	/** Spans that were read, in their order, each with the attempt that counts if it is not the first. */
	spans: ReadSpans;
	attempts: AttemptsThatCount;
	run: string;
	/** Of the file without its ending, or of the folder of a file per day. */
	name: string;
}

/** What was read: spans without gaps between them. Each has one chunk or more, one after the other. */
export type ReadSpans = Span[];

export interface MadeFile {
	name: string;
	contentType: string;
	bytes: number;
	sha256: string;
	/** ISO 8601 UTC. */
	expiresAt: string | null;
}

export interface AssembledConversations {
	conversations: number;
	messages: number;
	/** Conversations in the file, by agent. */
	conversationsOf: Record<string, number>;
	/** Null with a file per day. */
	file: MadeFile | null;
	bucket: { name: string; key: string } | null;
	partitions: ExportPartition[] | null;
}

/** Activities that call no API. Files are made on a queue of their own. */
export interface ConversationFileActivities {
	/** Numbers the conversations of all lists, each once. A repeat does the same again. */
	planConversations(request: PlanConversations): Promise<ConversationPlan>;
	/** Makes the file, or a file per day, of all chunks that count, and keeps each whole or not at all. */
	assembleConversations(request: AssembleConversations): Promise<AssembledConversations>;
}
