import { activityInfo, heartbeat } from '@temporalio/activity';
import { z } from 'zod';

/** A mail with an unknown outcome is repeated once, after this time. Mail servers themselves repeat no sooner. In ms. */
export const REPEAT_AFTER_MS = 3_600_000;
const BEAT_MS = 5_000;

const openSchema = z.object({
	/** When it was attempted last, in milliseconds since 1970. */
	triedAt: z.number(),
	/** Why the mail server may have the mail or not. Null: it certainly has none. */
	unknown: z.string().nullable(),
});

/** What came of the mail to an address (lower case). `unknown`: its repeat was not confirmed either. */
const notesSchema = z.record(z.string(), z.union([z.enum(['taken', 'refused', 'unknown']), openSchema]));
type Note = z.output<typeof notesSchema>[string];
export type Settled = Extract<Note, string>;

/** An attempt to mail an address. One of these is called, the last call counts. */
export interface NotedAttempt {
	taken(): void;
	/** For good. */
	refused(): void;
	/** The mail server has nothing of this attempt. It may still have the mail of an earlier one. */
	notTaken(): void;
	/** @param why the mail server may have it or not */
	unknown(why: string): void;
}

/**
 * Notes about the mails of one activity. Heartbeats carry them, so the next attempt knows them even if the worker was
 * killed.
 */
export class MailNotes {
	private constructor(private readonly notes: Record<string, Note>) {}

	/** Runs work with heartbeats, and with the notes of the attempts before. */
	static async keep<Result>(work: (notes: MailNotes) => Promise<Result>): Promise<Result> {
		const kept = new MailNotes(notesSchema.safeParse(activityInfo().heartbeatDetails).data ?? {});
		const beat = setInterval(() => kept.beat(), BEAT_MS);
		try {
			return await work(kept);
		} finally {
			clearInterval(beat);
			// The last notes are sent along with a failure.
			kept.beat();
		}
	}

	/** Those to mail now. The one that was attempted last comes last, so that a slow one stops no other. */
	due(addresses: readonly string[]): string[] {
		const now = Date.now();
		return addresses
			.filter((address) => this.settled(address) === null && (this.repeatAt(address) ?? now) <= now)
			.toSorted((a, b) => (this.open(a)?.triedAt ?? 0) - (this.open(b)?.triedAt ?? 0));
	}

	/** When an unknown outcome leads to a repeat, in milliseconds since 1970. Null: it is not unknown, or settled. */
	repeatAt(address: string): number | null {
		const { unknown = null, triedAt = 0 } = this.open(address) ?? {};
		return unknown === null ? null : triedAt + REPEAT_AFTER_MS;
	}

	/** Why the outcome is unknown; null if it is not, or settled. */
	whyUnknown(address: string): string | null {
		return this.open(address)?.unknown ?? null;
	}

	settled(address: string): Settled | null {
		const note = this.notes[keyOf(address)];
		return typeof note === 'string' ? note : null;
	}

	begin(address: string): NotedAttempt {
		const before = this.open(address);
		const isRepeat = typeof before?.unknown === 'string';
		const put = (note: Note) => {
			this.notes[keyOf(address)] = note;
			this.beat();
		};
		return {
			taken: () => put('taken'),
			refused: () => put(isRepeat ? 'unknown' : 'refused'),
			notTaken: () => put(isRepeat ? before : { triedAt: Date.now(), unknown: null }),
			unknown: (why) => put(isRepeat ? 'unknown' : { triedAt: Date.now(), unknown: why }),
		};
	}

	private open(address: string) {
		const note = this.notes[keyOf(address)];
		return typeof note === 'object' ? note : undefined;
	}

	private beat(): void {
		heartbeat({ ...this.notes });
	}
}

function keyOf(address: string): string {
	return address.toLowerCase();
}
