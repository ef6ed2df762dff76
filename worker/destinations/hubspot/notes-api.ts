import { z } from 'zod';
import { askApi } from './ask-api';
import type { HubSpotSettings } from './settings';

const NOTES = '/crm/v3/objects/notes';
/** HubSpot's own type of an association: a note of a contact. */
const NOTE_TO_CONTACT = 202;
/** As many ids as HubSpot lists at once, and as many notes as it reads at once. */
const MOST_IDS = 500;
const LARGEST_BATCH = 100;

const idsSchema = z.looseObject({
	results: z.array(z.looseObject({ toObjectId: z.coerce.string<string | number>() })),
	paging: z.looseObject({ next: z.looseObject({ after: z.string() }).optional() }).optional(),
});
const noteSchema = z.looseObject({
	id: z.string(),
	properties: z.looseObject({ hs_note_body: z.string().nullable().optional() }),
});
const notesSchema = z.looseObject({ results: z.array(noteSchema) });

export interface Note {
	id: string;
	/** HTML, as HubSpot keeps it. */
	body: string;
}

/** A sync's calls about notes, each with a time limit. @throws HubSpotRefusal for an unsuccessful response */
export class NotesApi {
	constructor(private readonly config: Pick<HubSpotSettings, 'accessToken' | 'baseUrl'>) {}

	/** All notes of a contact, some at a time. */
	async *ofContact(contactId: string): AsyncGenerator<Note[]> {
		let after: string | undefined;
		do {
			const query = `limit=${MOST_IDS}${after === undefined ? '' : `&after=${encodeURIComponent(after)}`}`;
			const path = `/crm/v4/objects/contacts/${encodeURIComponent(contactId)}/associations/notes?${query}`;
			const { results, paging } = await askApi(this.config, idsSchema, 'GET', path);
			const ids = results.map(({ toObjectId }) => ({ id: toObjectId }));
			for (let first = 0; first < ids.length; first += LARGEST_BATCH) {
				const body = { properties: ['hs_note_body'], inputs: ids.slice(first, first + LARGEST_BATCH) };
				const notes = await askApi(this.config, notesSchema, 'POST', `${NOTES}/batch/read`, body);
				yield notes.results.map(({ id, properties }) => ({ id, body: properties.hs_note_body ?? '' }));
			}
			after = paging?.next?.after;
		} while (after !== undefined);
	}

	/** @param at ISO 8601 UTC: its place among what happened with the contact */
	async create(contactId: string, body: string, at: string): Promise<void> {
		const types = [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: NOTE_TO_CONTACT }];
		const properties = { hs_timestamp: at, hs_note_body: body };
		const associations = [{ to: { id: contactId }, types }];
		await askApi(this.config, noteSchema, 'POST', NOTES, { properties, associations });
	}

	async update(id: string, body: string, at: string): Promise<void> {
		const properties = { hs_timestamp: at, hs_note_body: body };
		await askApi(this.config, noteSchema, 'PATCH', `${NOTES}/${encodeURIComponent(id)}`, { properties });
	}
}
