import { z } from 'zod';
import { type CrmRequest, type CrmResponse, CrmRefusal, StandInCrm } from '../../../support/crm/stand-in-crm';

const entry = z.strictObject({ value: z.string().min(1), primary: z.boolean(), label: z.string() });
const personSchema = z.strictObject({
	name: z.string().min(1),
	emails: z.array(entry).optional(),
	phones: z.array(entry).optional(),
});
type Person = z.infer<typeof personSchema>;

/** With an exact match, one character is enough. */
const SHORTEST_TERM = 1;

/** The persons of a Pipedrive account, which may hold the same person twice: whoever creates one looks first. */
export class Pipedrive extends StandInCrm {
	static readonly host = 'api.pipedrive.com';
	readonly apiToken = '0123456789abcdef0123456789abcdef01234567';
	readonly persons: Person[] = [];

	override emails(): string[] {
		return this.persons.flatMap(({ emails = [] }) => emails.map(({ value }) => value)).sort();
	}

	protected override answer({ route, query, body }: CrmRequest): CrmResponse {
		if (query.get('api_token') !== this.apiToken) throw refusal(401, 'unauthorized access');
		switch (route) {
			case 'GET /v1/persons/search':
				return ok(this.search(query), {
					pagination: { start: 0, limit: Number(query.get('limit')), more_items_in_collection: false },
				});
			case 'GET /api/v2/personFields':
				return ok([], { next_cursor: null });
			case 'POST /api/v2/persons':
				return ok(this.create(body));
			default:
				throw refusal(404, 'Unknown method .');
		}
	}

	protected override errorBody(status: number, words = 'Internal server error'): object {
		return errorOf(status === 429 ? 'request over limit' : words);
	}

	private search(query: URLSearchParams): object {
		const term = query.get('term')?.toLowerCase() ?? '';
		if (term.length < SHORTEST_TERM) throw refusal(400, '"term" is not allowed to be empty');
		const by = query.get('fields');
		if (query.get('exact_match') !== 'true' || (by !== 'email' && by !== 'phone'))
			throw refusal(400, 'The stand-in searches for an exact email address or phone only');
		const items = this.persons.flatMap((person, index) => {
			const emails = (person.emails ?? []).map(({ value }) => value);
			const phones = (person.phones ?? []).map(({ value }) => value);
			if (!(by === 'email' ? emails : phones).some((value) => value.toLowerCase() === term)) return [];
			return [{ result_score: 1, item: { id: index + 1, type: 'person', name: person.name, emails, phones } }];
		});
		return { items: items.slice(0, Number(query.get('limit') ?? 100)) };
	}

	private create(body: unknown): object {
		const person = personSchema.parse(body);
		const words = this.refusalOf(person.emails?.[0]?.value);
		if (words !== undefined) throw refusal(400, words);
		this.persons.push(person);
		return { id: this.persons.length, ...person, custom_fields: {} };
	}
}

function ok(data: object, additional_data: object | null = null): CrmResponse {
	return { status: 200, body: { success: true, data, additional_data } };
}

function refusal(status: number, message: string): CrmRefusal {
	return new CrmRefusal(status, errorOf(message));
}

function errorOf(message: string): object {
	return {
		success: false,
		error: message,
		error_info: 'Please check developers.pipedrive.com',
		data: null,
		additional_data: null,
	};
}
