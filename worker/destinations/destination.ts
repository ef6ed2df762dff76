import { z } from 'zod';
import type { Lead } from '../../api';
import type { LeadCursor } from '../../workflows/lead-sync/cursor';
import type { Skipped } from '../../workflows/leads/filter';
import type { ConversationTables } from './conversations';

/** Which leads: those of one agent of one connection. */
export interface LeadsOf {
	connection: string;
	agentId: string;
}

/** A lead that the destination refuses for good. */
export interface Refusal {
	leadId: number;
	/**
	 * The reason, in the destination's words if possible. The lead's own data is removed as far as it can be
	 * recognised.
	 */
	reason: string;
	/**
	 * `set_aside`: no change of the destination can make the lead fit. `written_in_part`: the destination has it without
	 * some values. Default: it may take the lead after a change, and too many of them block the sync.
	 */
	kind?: 'refused' | 'set_aside' | 'written_in_part';
}

/** The progress of a sync, stored by the destination. */
export interface KeptCursor {
	cursor: LeadCursor;
	/**
	 * Leads refused before the cursor. The sync may not know them, because its worker may have been lost after the
	 * page.
	 */
	refused: Refusal[];
	/** Increases with every write, to detect a second writer. */
	version: number;
	/** What was written since the sync last heard of it. A row of an earlier version has none. */
	counts?: KeptCounts;
}

/** Numbers of leads that a sync does not know yet, because its worker may have been lost after the page. */
export interface KeptCounts {
	/** Where the sync was, as far as it knows. If it is still there, it has not heard of them. */
	from: string;
	written: number;
	/** Default: none */
	skipped?: Skipped;
}

/** Leads to write together. */
export interface Page {
	of: LeadsOf;
	/** At most 100, oldest first. */
	leads: readonly Lead[];
	/** The stored state before this page; null if there is none. Only for destinations that keep cursors. */
	kept: KeptCursor | null;
	/** The cursor after this page is written. */
	cursor: LeadCursor;
	/** Refused before this page and not yet known to the sync: keep and return them with the page's own refusals. */
	unheard: readonly Refusal[];
	/** Keep them, with the page's written leads added. Only for destinations that keep cursors. Default: none */
	counts?: KeptCounts;
	/**
	 * A lead may have come before its conversation ended, to this sync or to one before. If the destination has it, write
	 * its conversation as `updateConversations` does. Default: false
	 */
	mayHave?: boolean;
	/**
	 * Reports a lead that is certain to be at the destination. Call it if leads are written one after another: an attempt
	 * that fails halfway then keeps what it has done. A destination that writes a page as a whole does not call it.
	 */
	onWritten(leadId: number): void;
}

/** Pages that follow each other, to write together. */
export interface Pages {
	of: LeadsOf;
	/** The stored state before the first page. It names no refused leads. */
	kept: KeptCursor;
	/** Each with the cursor after it, and with the leads that were skipped before it. At least one. */
	pages: ReadonlyArray<Pick<Page, 'leads' | 'cursor'> & { skipped?: Skipped | undefined }>;
}

export interface Written {
	/** Leads that are new at the destination. One that cannot tell new from known counts every lead it took. */
	written: number;
	refused: Refusal[];
	/** Written leads that lack values, which their reasons name. */
	inPart?: Refusal[];
	/** How many leads without an address the settings skip. Default: 0 */
	skipped?: number;
}

export interface WrittenPages extends Written {
	/** The number of pages that were written: the others follow one with a refused lead. */
	pages: number;
	/** The stored state after the last of them. */
	kept: KeptCursor;
}

/** A data subject. A record belongs to the person if its email address or its lead matches. */
export interface PersonAtDestination {
	/** In lower case. */
	email: string;
	leads: ReadonlyArray<{ connection: string; leadId: number }>;
	/** Whether a text, which may be JSON, contains the address, and not only as a part of another. */
	readonly isNamedIn: (text: string) => boolean;
	/** Of the person's leads, as `personOf` gives them. Default: none are known */
	telephones?: readonly string[];
}

/** A test of a destination and what it proves. */
export interface Probed {
	/** Whether it proves that leads can be written. */
	proven: boolean;
	/** Sentences about the test and its outcome, without secrets. */
	detail: string;
}

/** Where one value of a lead goes. */
export interface MappedField {
	/** The name at the destination: a column, a property, or a key of the JSON. */
	field: string;
	/** As in the configuration: `email`, `firstName`, `fields.budget`. */
	source: string;
}

/** What is wrong with a setting, found without writing. */
export interface SettingProblem {
	/** The setting below the destination's, such as `columns.mail`. */
	path: string;
	message: string;
}

/** A lead as it would be written. */
export interface LeadPreview {
	/** By the name at the destination. JSON stands as text. Null: the lead has no such value, so that nothing is written. */
	values: Readonly<Record<string, string | number | null>>;
	/** Why the destination would refuse it, as far as the worker can tell. Null: it knows no reason. */
	refusal: string | null;
	/** Which values would be skipped, and why. Default: none */
	leftOut?: string;
}

/**
 * A place that takes leads.
 *
 * The same page and the same lead can come again: after a lost response, a lost worker, or a request to read leads again.
 * Writing them again must not create a second record (key them by connection and lead id, or by what the destination
 * knows a person by). Requests go through the worker's rules for outgoing requests (`worker/net/`).
 */
export interface Destination {
	readonly name: string;
	/** Of its kind. */
	readonly type: string;
	/** Its address, without secrets. */
	readonly target: string;
	/** Which values of a lead go where, in the order of the settings. */
	readonly mapping: readonly MappedField[];
	/** Where syncs of conversations write. Undefined: the destination takes leads only. */
	readonly conversations?: ConversationTables;
	/** Whether it takes the conversation of a lead beyond the mapping. Default: no */
	readonly takesConversations?: boolean;
	/** A lead as `writeLead` would write it. It asks nobody. */
	preview(of: LeadsOf, lead: Lead): LeadPreview;
	/**
	 * What is wrong with single fields, for example a column that is gone. It writes nothing.
	 * @throws DestinationUnfitError if the destination does not respond
	 */
	mappingProblems(): Promise<SettingProblem[]>;
	/**
	 * Checks whether leads can be written, and creates what is missing if it may.
	 * @throws DestinationUnfitError with what to do
	 */
	check(): Promise<void>;
	/**
	 * Tests writing as closely as possible and leaves nothing behind.
	 * @throws DestinationUnfitError with what to do, if the test shows that leads cannot be written
	 */
	probe(): Promise<Probed>;
	/** The stored cursor, which overrides the task's own. Undefined if the destination keeps none. */
	readCursor?(of: LeadsOf): Promise<KeptCursor | null>;
	/**
	 * Writes a page, and the cursor in the same transaction if it keeps one. It has 20 minutes.
	 * @returns refused leads one by one, never the whole page
	 * @throws DestinationHeldError if the destination cannot take anything now
	 */
	writePage(page: Page): Promise<Written>;
	/**
	 * Writes pages and the cursor after the last one, all in one transaction. Without it, pages are written one by one.
	 * After a page with a refused lead it writes no other. Only for destinations that keep cursors.
	 * @throws DestinationHeldError if the destination cannot take anything now; none of the pages is written then
	 */
	writePages?(pages: Pages): Promise<WrittenPages>;
	/**
	 * Writes one lead that was refused before.
	 * @param kept the stored state before the list of erased persons was read; null if there is none. Only for
	 * destinations that keep cursors: they write nothing if it has changed since.
	 * @param mayHave as in a page
	 * @throws DestinationHeldError
	 */
	writeLead(of: LeadsOf, lead: Lead, kept: KeptCursor | null, mayHave?: boolean): Promise<Written>;
	/**
	 * Writes the conversations of leads again that it has. Nothing that it has of them changes otherwise. Without it, a
	 * sync cannot bring leads at once and their conversation again later.
	 * @param kept as for `writeLead`
	 * @returns the leads whose conversation it does not have as it is now, as written in part
	 * @throws DestinationHeldError
	 */
	updateConversations?(of: LeadsOf, leads: readonly Lead[], kept: KeptCursor | null): Promise<Refusal[]>;
	/**
	 * How many records of a person there are. Leave out both this and `erasePerson` if the destination cannot find a
	 * person's records; a person then has to erase them there. @throws DestinationHeldError
	 */
	countPerson?(person: PersonAtDestination): Promise<number>;
	/**
	 * Removes them, and the person from a kept list of refusals. Records of other people lose what names the person, such
	 * as a conversation. A destination that keeps cursors also makes writers fail
	 * that have read the person and not written yet, so it is called even if there are no records. Repeating it is safe.
	 * @throws DestinationHeldError
	 */
	erasePerson?(person: PersonAtDestination): Promise<void>;
	/**
	 * What it may have of the person that neither of them finds, or that may be of somebody else, so that they leave it
	 * alone: sentences for the report that say where to look. Default: nothing. @throws DestinationHeldError
	 */
	uncertainRecords?(person: PersonAtDestination): Promise<string[]>;
	/** Closes its connections. */
	close(): Promise<void>;
}

const doneSchema = z.array(z.tuple([z.number(), z.number()]));

export const cursorSchema: z.ZodType<LeadCursor> = z.object({
	doneBefore: z.number(),
	done: doneSchema,
	pass: z
		.object({
			begunAt: z.number(),
			upTo: z.number(),
			offset: z.int().min(0),
			seen: z.array(z.number()),
			done: doneSchema,
			doneFrom: z.number(),
			heldFrom: z.number().optional(),
		})
		.nullable(),
	completeAt: z.number().nullable(),
	rereadAt: z.number(),
});

/** The destination cannot accept anything now. The sync waits and retries with its cursor unchanged. */
export class DestinationHeldError extends Error {
	override readonly name = 'DestinationHeldError';

	/**
	 * @param message which destination, what it said and what to do; without personal data and secrets
	 * @param retryAfterMs the pause that the destination asks for, in milliseconds; at most 10 minutes; null: none
	 */
	constructor(
		message: string,
		readonly retryAfterMs: number | null = null,
	) {
		super(message);
	}
}

/** The destination is misconfigured, so leads cannot be written. */
export class DestinationUnfitError extends Error {
	override readonly name = 'DestinationUnfitError';

	/** @param issues each with the setting below `destinations` that it is about */
	constructor(
		readonly destination: string,
		readonly issues: ReadonlyArray<{ path: string; message: string }>,
	) {
		super(issues.map(({ path, message }) => `${path} ${message}`).join('; '));
	}
}
