import { z } from 'zod';
import type { Lead } from '../../api';
import type { LeadCursor } from '../../workflows/lead-sync/cursor';

/** Which leads: those of one agent of one connection. */
export interface LeadsOf {
	connection: string;
	agentId: string;
}

/** A lead that the destination does not take, whatever is done again. */
export interface Refusal {
	leadId: number;
	/** Why, in the destination's words where it gave some; without the lead's own data as far as they can be told apart. */
	reason: string;
}

/** How far a sync is, as the destination itself keeps it. */
export interface KeptCursor {
	cursor: LeadCursor;
	/** Refused on the way to it, of which the sync may not have heard: its worker may have been lost after the page. */
	refused: Refusal[];
	/** Grows with every write, so that a second writer is noticed. */
	version: number;
}

export interface Page {
	of: LeadsOf;
	/** Oldest first. */
	leads: readonly Lead[];
	/** What was kept before this page; null: nothing. Only where the destination keeps cursors. */
	kept: KeptCursor | null;
	/** How far the sync is once the page is written. */
	cursor: LeadCursor;
	/** Refused before, to be kept and answered together with those of this page. */
	unheard: readonly Refusal[];
	/** Called with a lead's id as soon as it is certain to be there, where leads are written one after another. */
	onWritten(leadId: number): void;
}

export interface Written {
	/** Leads that are at the destination now and were not before, as far as it tells. */
	written: number;
	refused: Refusal[];
}

/** Somebody whose data is found or erased. */
export interface PersonAtDestination {
	/** In lower case. */
	email: string;
	leads: ReadonlyArray<{ connection: string; leadId: number }>;
}

/** What was tried at a destination, and what it proves. */
export interface Probed {
	/** Whether it proves that leads can be written. */
	proven: boolean;
	/** What was done and what came of it, in sentences, without secrets. */
	detail: string;
}

/** A place that takes leads. Anything but a refusal of single leads is thrown as DestinationHeldError. */
export interface Destination {
	readonly name: string;
	readonly type: 'postgresql' | 'hubspot' | 'webhook';
	/** Where it is, without any secret. */
	readonly target: string;
	/**
	 * Looks whether leads can be written, and makes what is missing where it may.
	 * @throws DestinationUnfitError with what to do
	 */
	check(): Promise<void>;
	/**
	 * Checks, and then does what comes nearest to writing a lead and leaves nothing behind.
	 * @throws DestinationUnfitError with what to do, when that shows that leads cannot be written
	 */
	probe(): Promise<Probed>;
	/** The cursor that decides over the task's own; undefined where the destination keeps none. */
	readCursor?(of: LeadsOf): Promise<KeptCursor | null>;
	/** Writes a page, and the cursor in the same transaction where it keeps one. */
	writePage(page: Page): Promise<Written>;
	/** Writes one lead that was refused before. */
	writeLead(of: LeadsOf, lead: Lead): Promise<Written>;
	/** How many records of a person there are; left out where nobody can tell. @throws DestinationHeldError */
	countPerson?(person: PersonAtDestination): Promise<number>;
	/** Removes them; once more is safe. @throws DestinationHeldError */
	erasePerson?(person: PersonAtDestination): Promise<void>;
	/** Lets go of its connections. */
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
		})
		.nullable(),
	completeAt: z.number().nullable(),
	rereadAt: z.number(),
});

/** The destination cannot take anything now: the cursor is held until it can. */
export class DestinationHeldError extends Error {
	override readonly name = 'DestinationHeldError';

	/**
	 * @param message which destination, what it said and what to do; without personal data and secrets
	 * @param retryAfterMs how long it asks to be left alone, in milliseconds; null when it does not
	 */
	constructor(
		message: string,
		readonly retryAfterMs: number | null = null,
	) {
		super(message);
	}
}

/** The destination is set up in a way that leads cannot be written. */
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
