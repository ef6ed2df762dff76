import { conversationOf, type Lead } from '../../../api';
import type { LeadsOf } from '../destination';
import { noteBody, noteMark } from './note-body';

/** A lead and the id of its contact. */
export interface LeadOfContact {
	lead: Lead;
	contactId: string;
}

/** A conversation as the note of a contact. */
export interface Talk {
	mark: string;
	/** HTML, with the mark at its end. */
	body: string;
	/** ISO 8601 UTC: its place among what happened with the contact. */
	at: string;
	/** The leads of the contact that bring it. */
	leads: Lead[];
}

/** The conversations of contacts. Of several leads of a contact with one conversation, the last one has it as it is now. */
export function talksOf(of: LeadsOf, leads: readonly LeadOfContact[]): Map<string, Talk[]> {
	const contacts = new Map<string, Talk[]>();
	for (const { lead, contactId } of leads.toSorted(byTime)) {
		const body = noteBody(of, lead);
		if (body === null) continue;
		const talks = contacts.get(contactId) ?? [];
		contacts.set(contactId, talks);
		const mark = noteMark(of, lead.conversationId);
		const at = conversationOf(lead)?.lastMessageAt ?? lead.capturedAt;
		const known = talks.find((talk) => talk.mark === mark);
		if (known === undefined) talks.push({ mark, body, at, leads: [lead] });
		else Object.assign(known, { body, at, leads: [...known.leads, lead] });
	}
	return contacts;
}

function byTime(one: LeadOfContact, other: LeadOfContact): number {
	// A time that cannot be read keeps its place.
	return Date.parse(one.lead.capturedAt) - Date.parse(other.lead.capturedAt) || 0;
}
