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
}

/** The notes of an account, as HubSpot's public documentation describes them. Ids of lists are numbers, as in its API. */
export class HubSpotNotes {
	readonly #notes = new Map<string, StoredNote>();
	#lastId = 9_000;
	/** How many ids a list has at once. */
	pageSize = 500;

	all(): StoredNote[] {
		return [...this.#notes.values()];
	}

	/** Null: the route is of something else. */
	handle(route: string, query: URLSearchParams, json: unknown): [status: number, body: object] | null {
		const [, contactId] = /^GET \/crm\/v4\/objects\/contacts\/(\d+)\/associations\/notes$/.exec(route) ?? [];
		if (contactId !== undefined) return [200, this.#ofContact(contactId, Number(query.get('after') ?? '0'))];
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
		const id = `${(this.#lastId += 1)}`;
		const note = { id, contactId: association.to.id, body: given.hs_note_body, at: given.hs_timestamp };
		this.#notes.set(id, note);
		return [201, this.#shown(id) ?? {}];
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
		return note === undefined ? null : { id, properties: { hs_note_body: note.body, hs_timestamp: note.at } };
	}
}

function invalid(message: string): [number, object] {
	return [400, { status: 'error', message, category: 'VALIDATION_ERROR' }];
}
