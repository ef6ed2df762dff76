import type { ConversationForm, LeadFilter } from '../../api';
import type { WantedConversation } from '../leads/conversation';
import type { Skipped } from '../leads/filter';
import type { AttemptsThatCount } from '../list-reading/attempts';
import type { ListRead } from '../list-reading/read-list';
import type { Moments } from '../task/period';
import type { LeadExportInput, LeadExportResult } from './contract';

/** Which leads of an agent the service lists. */
export type LeadQuery = Pick<LeadExportInput, 'startDate' | 'endDate' | 'email'>;

/** How leads become rows of the file. */
export interface RowForm extends Pick<LeadExportInput, 'format' | 'spreadsheet'> {
	/** The form of the conversations that the leads bring. Default: they bring none */
	conversation?: ConversationForm | undefined;
}

/** With the moments of capture that are wanted. Default: all */
export interface ReadLeads extends Moments {
	agentId: string;
	/** Of the file: what is read is stored as its rows too. */
	file: RowForm;
	filter: LeadQuery;
	/** Of the listed leads, which are stored. Default: all */
	wanted?: LeadFilter;
	/** ISO 8601 UTC: leads captured later are left out. */
	asOf: string;
	/** How many leads of the list come before the first page. */
	offset: number;
	/** The number under which what was read is stored, by each attempt beside what the others stored. */
	chunk: number;
	/**
	 * The run of the task, by the id of its first execution: what is stored has it in its key, so that a late write of a
	 * run before replaces nothing of this one.
	 */
	run: string;
}

/** What a part holds: how many leads, and the ids of the first and the last of them; three times 0 without leads. */
export type HeldLeads = [leads: number, first: number, last: number];

/**
 * What each part of a run holds, by the number of the chunk.
 * - 0: it is not noted here, since a history would become too large; only what the part says of itself is checked.
 * - null: the read failed, and there is none.
 */
export type PartsOfRun = Array<HeldLeads | 0 | null>;

/** What was read and stored: ids only, the leads never enter a history. */
export interface LeadsRead extends ListRead<number> {
	/** How many leads were stored. */
	stored: number;
	/** The attempt that read and stored it. */
	attempt: number;
	/** What was stored under the run of the request. */
	held: HeldLeads;
}

/** A chunk of leads whose conversations are read. */
export interface ReadLeadConversations {
	chunk: number;
	/** The attempt of that chunk that counts. */
	attempt: number;
	/** The chunk before it, whose leads it may repeat. Null: none */
	before: { chunk: number; attempt: number } | null;
	/** The number of the chunk under which the leads are stored with their conversations. */
	into: number;
	file: RowForm;
	wanted: WantedConversation;
	run: string;
}

export interface LeadConversationsRead {
	/** The attempt that stored them. */
	attempt: number;
	held: HeldLeads;
	/** How many leads have their conversation, and how many come without. */
	read: number;
	missing: number;
}

/** Activities on the queue of a connection. */
export interface ExportReadActivities {
	/**
	 * Reads pages of leads, newest first, and stores them: one, or several where the connection's limit is high. Each
	 * page shares leads with the one before it; where one does not, it ends before that.
	 */
	readLeads(request: ReadLeads): Promise<LeadsRead>;
	/**
	 * Reads the conversations of leads that were read, each once, and stores both. An attempt makes as many calls as a
	 * dispatch may. The server repeats it through the queue until all are read.
	 */
	readLeadConversations(request: ReadLeadConversations): Promise<LeadConversationsRead>;
}

export interface AssembleExport extends RowForm, Pick<LeadExportInput, 'bucket'> {
	/** How many chunks were begun; their numbers begin with 0. */
	chunks: number;
	attempts: AttemptsThatCount;
	/** See `ReadLeads`. */
	run: string;
	parts: PartsOfRun;
	/** The file's name. */
	name: string;
	/** The parts note which leads the filter skipped. Default: false */
	isFiltered?: boolean;
	/** Only the newest lead of each person. Default: false */
	onePerPerson?: boolean;
}

export interface AssembledExport extends Pick<LeadExportResult, 'bucket'> {
	contentType: string;
	bytes: number;
	sha256: string;
	rows: number;
	/** Leads in the file, by agent. */
	rowsOf: Record<string, number>;
	repeats: number;
	cutCells: number;
	/** See the audit. Missing in old histories. */
	sharedFields?: number;
	/** See the audit. */
	skipped?: Skipped;
	/** ISO 8601 UTC. */
	expiresAt: string | null;
}

/** Activities that call no API. Files are made on a queue of their own; chunks are removed on that of the workflows. */
export interface ExportFileActivities {
	/**
	 * Makes the file of all chunks that count, each lead once, and keeps it whole or not at all. A repeat makes it again.
	 * It fails for good when a chunk holds something else than was read.
	 */
	assembleExport(request: AssembleExport): Promise<AssembledExport>;
	/**
	 * Removes what the task has read, in whatever attempt.
	 * @param run only of this run, so that a late repeat takes nothing from the next one
	 */
	discardChunks(run: string): Promise<void>;
}
