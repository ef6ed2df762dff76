import type { Lead } from '../../../api';
import type { LeadsOf, Refusal } from '../destination';
import { answerIn, type HubSpotResponse, isAboutRecords } from './answers';
import { isWholeNote, textIn } from './note-body';
import type { Note, NotesApi } from './notes-api';
import { inPart } from './people';
import { type LeadOfContact, type Talk, talksOf } from './talks';

interface NoteWriting {
	api: NotesApi;
	of: LeadsOf;
	/** The error for a response about the account or the moment, or for none. */
	heldBy: (error: unknown) => Error;
	/** Called for each lead whose conversation HubSpot has, as soon as it has it. */
	onNoted: (lead: Lead) => void;
}

/** The status for a token that may write contacts, and no notes. */
const FORBIDDEN = 403;

/**
 * Writes conversations as notes of contacts: one for each conversation and contact. The mark at the end of a note shows
 * which conversation it has. So a repeat after a lost response creates no second note, and a note changes only if the
 * talk went on. If two writers create a note at the same time, both keep the same one of them.
 */
export class NoteWriter {
	readonly #inPart: Refusal[] = [];
	/** Why HubSpot takes no notes of anybody. */
	#forbidden: string | null = null;

	constructor(private readonly writing: NoteWriting) {}

	/**
	 * @param leads that bring a conversation, with their contacts
	 * @returns the leads whose conversation HubSpot does not have, with the reason
	 * @throws an error of `heldBy`
	 */
	async write(leads: readonly LeadOfContact[]): Promise<Refusal[]> {
		for (const [contactId, talks] of talksOf(this.writing.of, leads)) {
			if (this.#forbidden === null) await this.#writeAll(contactId, talks);
			else this.#without(talks, this.#forbidden);
		}
		return this.#inPart;
	}

	/** Lists the notes of the contact once, and once more if it created some. */
	async #writeAll(contactId: string, talks: readonly Talk[]): Promise<void> {
		const there = await this.#tried(talks, () => this.#marked(contactId, talks));
		if (there === null) return;
		const created: Array<{ talk: Talk; note: Note }> = [];
		for (const talk of talks) {
			const notes = there.get(talk.mark) ?? [];
			if (notes.length > 0) {
				if ((await this.#tried([talk], () => this.#keepOne(notes, talk))) !== null) this.#done(talk);
				continue;
			}
			const note = await this.#tried([talk], () => this.writing.api.create(contactId, talk.body, talk.at));
			if (note !== null) created.push({ talk, note });
		}
		if (created.length > 0) await this.#checkCreated(contactId, created);
	}

	/** Another writer may have looked at the same time, and created the same notes. */
	async #checkCreated(contactId: string, created: ReadonlyArray<{ talk: Talk; note: Note }>): Promise<void> {
		const talks = created.map(({ talk }) => talk);
		const there = await this.#ifAllowed(() => this.#marked(contactId, talks));
		for (const { talk, note } of created) {
			const others = (there?.get(talk.mark) ?? []).filter(({ id }) => id !== note.id);
			if (others.length > 0) await this.#ifAllowed(() => this.#keepOne([...others, note], talk));
			this.#done(talk);
		}
	}

	/** The notes of a contact that have one of these conversations, by their mark. */
	async #marked(contactId: string, talks: readonly Talk[]): Promise<Map<string, Note[]>> {
		const found = new Map<string, Note[]>();
		for await (const notes of this.writing.api.ofContact(contactId)) {
			for (const { mark } of talks) {
				const marked = notes.filter(({ body }) => body.includes(mark));
				if (marked.length > 0) found.set(mark, [...(found.get(mark) ?? []), ...marked]);
			}
		}
		return found;
	}

	/** Keeps the oldest note, as the conversation is now. People may have copied one into a note of theirs. */
	async #keepOne(notes: readonly Note[], { body, at }: Talk): Promise<true> {
		const { api } = this.writing;
		const [kept, ...others] = notes.toSorted(byAge);
		if (kept !== undefined && textIn(kept.body) !== textIn(body)) await api.update(kept.id, body, at);
		for (const other of others.filter((note) => isWholeNote(note.body)))
			await this.#ifAllowed(() => api.delete(other.id));
		return true;
	}

	/** @returns null if HubSpot refuses, which is noted for the leads */
	async #tried<Value>(talks: readonly Talk[], call: () => Promise<Value>): Promise<Value | null> {
		if (this.#forbidden !== null) return this.#without(talks, this.#forbidden);
		try {
			return await call();
		} catch (error) {
			const answer = this.#refusal(error);
			const why = reasonOf(answer);
			if (answer.status === FORBIDDEN) this.#forbidden = why;
			return this.#without(talks, why);
		}
	}

	/** The conversation is at HubSpot already. @returns null if HubSpot refuses */
	async #ifAllowed<Value>(call: () => Promise<Value>): Promise<Value | null> {
		try {
			return await call();
		} catch (error) {
			this.#refusal(error);
			return null;
		}
	}

	/** The contact is there. What HubSpot says against the note blocks nobody. @throws for every other failure */
	#refusal(error: unknown): HubSpotResponse {
		const answer = answerIn(error);
		if (answer !== null && (answer.status === FORBIDDEN || isAboutRecords(answer))) return answer;
		throw this.writing.heldBy(error);
	}

	#done({ leads }: Talk): void {
		for (const lead of leads) this.writing.onNoted(lead);
	}

	#without(talks: readonly Talk[], why: string): null {
		for (const lead of talks.flatMap(({ leads }) => leads))
			this.#inPart.push(inPart(lead, [`the note of its conversation (${why})`]));
		return null;
	}
}

/** HubSpot's message may quote the note, and so what the visitor said. */
function reasonOf({ status, category }: HubSpotResponse): string {
	const named = category !== null && /^[A-Z_]{1,60}$/.test(category) ? `: ${category}` : '';
	return `HubSpot answered ${status}${named}`;
}

/** The order is the same for all writers. Ids are numbers of any length. */
function byAge(one: Note, other: Note): number {
	const [at, otherAt] = [Date.parse(one.createdAt), Date.parse(other.createdAt)];
	if (at !== otherAt && !Number.isNaN(at - otherAt)) return at - otherAt;
	return one.id.length - other.id.length || (one.id < other.id ? -1 : 1);
}
