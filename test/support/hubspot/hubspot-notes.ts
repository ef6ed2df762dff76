import { z } from 'zod';

/** HubSpot's limit of a note. */
const MOST_CHARACTERS = 65_536;
const NOTE_TO_CONTACT = 202;

const properties = z.object({ hs_note_body: z.string(), hs_timestamp: z.string() });
const bodies = {
	create: z.object({
		properties,
		associations: z.array(
			z.object({
				to: z.object({ id: z.string() }),
				types: z.array(z.object({ associationCategory: z.string(), associationTypeId: z.number() })),
			}),
		),
	}),
	update: z.object({ properties }),
	read: z.object({ properties: z.array(z.string()), inputs: z.array(z.object({ id: z.string() })) }),
};

export interface StoredNote {
	id: string;
	contactId: string;
	body: string;
	at: string;
	createdAt: string;
}

/** The notes of an account, as HubSpot's public documentation describes them. Ids of lists are numbers, as in its API. */
export class HubSpotNotes {
	readonly #notes = new Map<string, StoredNote>();
	#lastId = 9_000;
	/** Called when a note is about to be created: another program may do something first. */
	beforeCreate: (contactId: string, body: string) => void = () => undefined;
	/** The next notes are refused in words that quote them. */
	quotes = false;
	/** How many ids a list has at once. */
	pageSize = 500;

	all(): StoredNote[] {
		return [...this.#notes.values()];
	}

	/** As another program, or a person. @param createdAt ISO 8601 */
	add(contactId: string, body: string, createdAt = new Date().toISOString()): StoredNote {
		const id = `${(this.#lastId += 1)}`;
		const note = { id, contactId, body, at: createdAt, createdAt };
		this.#notes.set(id, note);
		return note;
	}

	/** Null: the route is of something else. */
	handle(route: string, query: URLSearchParams, json: unknown): [status: number, body: object] | null {
		const [, contactId] = /^GET \/crm\/v4\/objects\/contacts\/(\d+)\/associations\/notes$/.exec(route) ?? [];
		if (contactId !== undefined) return [200, this.#ofContact(contactId, Number(query.get('after') ?? '0'))];
		const [, gone] = /^DELETE \/crm\/v3\/objects\/notes\/(\d+)$/.exec(route) ?? [];
		if (gone !== undefined) return (this.#notes.delete(gone), [204, {}]);
		const [, id] = /^PATCH \/crm\/v3\/objects\/notes\/(\d+)$/.exec(route) ?? [];
		if (id !== undefined) return this.#update(id, bodies.update.parse(json).properties);
		if (route === 'POST /crm/v3/objects/notes/batch/read') {
			const ids = bodies.read.parse(json).inputs.map((input) => input.id);
			return [200, { status: 'COMPLETE', results: ids.flatMap((each) => this.#shown(each) ?? []) }];
		}
		return route === 'POST /crm/v3/objects/notes' ? this.#create(bodies.create.parse(json)) : null;
	}

	#create({ properties: given, associations }: z.infer<typeof bodies.create>): [number, object] {
		const [association] = associations;
		const isRight = association?.types.some(
			({ associationCategory, associationTypeId }) =>
				associationCategory === 'HUBSPOT_DEFINED' && associationTypeId === NOTE_TO_CONTACT,
		);
		if (association === undefined || isRight !== true) return invalid('The association is invalid');
		if (given.hs_note_body.length > MOST_CHARACTERS) return invalid('hs_note_body is too long');
		if (this.quotes) return invalid(`Property values were not valid: ${given.hs_note_body}`);
		this.beforeCreate(association.to.id, given.hs_note_body);
		const note = this.add(association.to.id, given.hs_note_body);
		note.at = given.hs_timestamp;
		return [201, this.#shown(note.id) ?? {}];
	}

	#update(id: string, given: z.infer<typeof properties>): [number, object] {
		const note = this.#notes.get(id);
		if (note === undefined) return [404, { status: 'error', message: 'resource not found' }];
		if (given.hs_note_body.length > MOST_CHARACTERS) return invalid('hs_note_body is too long');
		Object.assign(note, { body: given.hs_note_body, at: given.hs_timestamp });
		return [200, this.#shown(id) ?? {}];
	}

	#ofContact(contactId: string, from: number): object {
		const all = this.all().filter((note) => note.contactId === contactId);
		const results = all.slice(from, from + this.pageSize).map(({ id }) => ({ toObjectId: Number(id) }));
		const after = from + this.pageSize;
		return { results, ...(after < all.length ? { paging: { next: { after: String(after) } } } : {}) };
	}

	#shown(id: string): object | null {
		const note = this.#notes.get(id);
		if (note === undefined) return null;
		const { body, at, createdAt } = note;
		return {
			id,
			properties: { hs_note_body: body, hs_timestamp: at },
			createdAt,
			updatedAt: createdAt,
			archived: false,
		};
	}
}

function invalid(message: string): [number, object] {
	return [400, { status: 'error', message, category: 'VALIDATION_ERROR' }];
}
