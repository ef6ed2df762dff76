import { z } from 'zod';
import { askApi } from './ask-api';
import { paced } from './paced';
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
	createdAt: z.string().catch(''),
	properties: z.looseObject({ hs_note_body: z.string().nullable().optional() }),
});
const notesSchema = z.looseObject({ results: z.array(noteSchema) });

export interface Note {
	id: string;
	/** HTML, as HubSpot keeps it. */
	body: string;
	/** ISO 8601. Empty if HubSpot does not say. */
	createdAt: string;
}

/**
 * A sync's calls about notes, each with a time limit. There are many in a row, so each waits for the short limit.
 * @throws HubSpotRefusal for an unsuccessful response
 */
export class NotesApi {
	constructor(private readonly config: Pick<HubSpotSettings, 'accessToken' | 'baseUrl'>) {}

	/** All notes of a contact, some at a time. */
	async *ofContact(contactId: string): AsyncGenerator<Note[]> {
		let after: string | undefined;
		do {
			const query = `limit=${MOST_IDS}${after === undefined ? '' : `&after=${encodeURIComponent(after)}`}`;
			const path = `/crm/v4/objects/contacts/${encodeURIComponent(contactId)}/associations/notes?${query}`;
			const { results, paging } = await this.#ask(idsSchema, 'GET', path);
			const ids = results.map(({ toObjectId }) => ({ id: toObjectId }));
			for (let first = 0; first < ids.length; first += LARGEST_BATCH) {
				const body = { properties: ['hs_note_body'], inputs: ids.slice(first, first + LARGEST_BATCH) };
				yield (await this.#ask(notesSchema, 'POST', `${NOTES}/batch/read`, body)).results.map(noteIn);
			}
			after = paging?.next?.after;
		} while (after !== undefined);
	}

	/** @param at ISO 8601 UTC: its place among what happened with the contact */
	async create(contactId: string, body: string, at: string): Promise<Note> {
		const types = [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: NOTE_TO_CONTACT }];
		const properties = { hs_timestamp: at, hs_note_body: body };
		const associations = [{ to: { id: contactId }, types }];
		return { ...noteIn(await this.#ask(noteSchema, 'POST', NOTES, { properties, associations })), body };
	}

	async update(id: string, body: string, at: string): Promise<void> {
		const properties = { hs_timestamp: at, hs_note_body: body };
		await this.#ask(noteSchema, 'PATCH', `${NOTES}/${encodeURIComponent(id)}`, { properties });
	}

	async delete(id: string): Promise<void> {
		await this.#ask(z.unknown(), 'DELETE', `${NOTES}/${encodeURIComponent(id)}`);
	}

	async #ask<Answer>(schema: z.ZodType<Answer>, method: string, path: string, body?: object): Promise<Answer> {
		return paced(() => askApi(this.config, schema, method, path, body));
	}
}

function noteIn({ id, createdAt, properties }: z.infer<typeof noteSchema>): Note {
	return { id, createdAt, body: properties.hs_note_body ?? '' };
}
