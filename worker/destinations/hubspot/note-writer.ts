import { visibleLine, conversationOf, type Lead } from '../../../api';
import type { LeadsOf, Refusal } from '../destination';
import { answerIn, type HubSpotResponse, isAboutRecords } from './answers';
import { noteBody, noteMark } from './note-body';
import type { Note, NotesApi } from './notes-api';
import { paced } from './paced';
import { inPart } from './people';

interface NoteWriting {
	api: NotesApi;
	of: LeadsOf;
	/** The id of the contact that a lead became; undefined if HubSpot shows none. */
	contactOf: (lead: Lead) => string | undefined;
	/** The error for a response about the account or the moment, or for none. */
	heldBy: (error: unknown) => Error;
}

/** The status for a token that may write contacts, and no notes. */
const FORBIDDEN = 403;

/**
 * Writes conversations as notes of contacts, one for each conversation. Before it creates one it looks whether the contact
 * has it, by the mark at its end, so a repeat after a lost response creates no second one. A note changes only if the talk
 * went on.
 */
export class NoteWriter {
	readonly #inPart: Refusal[] = [];
	/** Why HubSpot takes no notes of anybody. */
	#forbidden: string | null = null;

	constructor(private readonly writing: NoteWriting) {}

	/**
	 * @param leads oldest first, whose contacts are written
	 * @returns the leads whose conversation HubSpot does not have, with the reason
	 * @throws an error of `heldBy`
	 */
	async write(leads: readonly Lead[]): Promise<Refusal[]> {
		// Of several leads of a conversation the last has it as it is now.
		const last = new Map(leads.map((lead) => [lead.conversationId, lead]));
		for (const lead of last.values()) {
			const body = noteBody(this.writing.of, lead);
			if (body !== null) await this.#writeOne(lead, body);
		}
		return this.#inPart;
	}

	async #writeOne(lead: Lead, body: string): Promise<void> {
		const contactId = this.writing.contactOf(lead);
		if (contactId === undefined) return this.#without(lead, 'HubSpot does not show the contact');
		if (this.#forbidden !== null) return this.#without(lead, this.#forbidden);
		try {
			await paced(() => this.#upsert(lead, contactId, body));
		} catch (error) {
			const answer = answerIn(error);
			if (answer === null || !isOfTheNote(answer)) throw this.writing.heldBy(error);
			const why = `HubSpot answered ${answer.status}: ${visibleLine(answer.message)}`;
			if (answer.status === FORBIDDEN) this.#forbidden = why;
			this.#without(lead, why);
		}
	}

	async #upsert(lead: Lead, contactId: string, body: string): Promise<void> {
		const { api, of } = this.writing;
		const at = conversationOf(lead)?.lastMessageAt ?? lead.capturedAt;
		const note = await this.#find(contactId, noteMark(of, lead.conversationId));
		if (note === null) await api.create(contactId, body, at);
		else if (textIn(note.body) !== textIn(body)) await api.update(note.id, body, at);
	}

	async #find(contactId: string, mark: string): Promise<Note | null> {
		for await (const notes of this.writing.api.ofContact(contactId)) {
			const found = notes.find(({ body }) => body.includes(mark));
			if (found !== undefined) return found;
		}
		return null;
	}

	#without(lead: Lead, why: string): void {
		this.#inPart.push(inPart(lead, [`the note of its conversation (${why})`]));
	}
}

/** The contact is there. What HubSpot says against the note blocks nobody. */
function isOfTheNote(answer: HubSpotResponse): boolean {
	return answer.status === FORBIDDEN || isAboutRecords(answer);
}

/** HubSpot may write the same HTML in another way. */
function textIn(html: string): string {
	return html
		.replaceAll(/<[^<>]*>/g, ' ')
		.replaceAll('&quot;', '"')
		.replaceAll(/\s+/g, ' ')
		.trim();
}
