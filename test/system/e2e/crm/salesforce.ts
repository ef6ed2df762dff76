import { z } from 'zod';
import { type CrmRequest, type CrmResponse, CrmRefusal, StandInCrm } from '../../../support/crm/stand-in-crm';

const FIELD_LENGTHS: Readonly<Record<string, number>> = {
	Company: 255,
	LastName: 80,
	FirstName: 40,
	Title: 128,
	Email: 80,
	Phone: 40,
	MobilePhone: 40,
	Street: 255,
	City: 40,
	State: 80,
	PostalCode: 20,
	Country: 80,
	Website: 255,
	LeadSource: 255,
	Description: 32_000,
};
const REQUIRED = ['Company', 'LastName'];
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const UPSERT = /^PATCH \/services\/data\/v\d+\.0\/sobjects\/lead\/([^/]+)\/([^/]+)$/i;

const bodySchema = z.record(z.string(), z.union([z.string(), z.null()]));
type Fields = z.infer<typeof bodySchema>;

/** Leads of a Salesforce org that has a custom field for external IDs. */
export class Salesforce extends StandInCrm {
	static readonly host = 'example.my.salesforce.com';
	static readonly externalIdField = 'Agent_Knowledge_ID__c';
	readonly accessToken = '00D000000000001!AQ4AQ.token.of.a.test';
	private readonly leads = new Map<string, Fields>();

	override emails(): string[] {
		return [...this.leads.values()].map((fields) => fields['Email'] ?? '').sort();
	}

	lead(email: string): Fields | undefined {
		return [...this.leads.values()].find((fields) => fields['Email'] === email);
	}

	protected override answer({ route, authorization, body }: CrmRequest): CrmResponse {
		if (authorization !== `Bearer ${this.accessToken}`)
			throw refusal(401, 'INVALID_SESSION_ID', 'Session expired or invalid');
		const [, field, externalId] = UPSERT.exec(route) ?? [];
		if (field === undefined || externalId === undefined)
			throw refusal(404, 'NOT_FOUND', 'The requested resource does not exist');
		if (field !== Salesforce.externalIdField)
			throw refusal(404, 'NOT_FOUND', `Provided external ID field does not exist or is not accessible: ${field}`);
		const fields = this.checked(bodySchema.parse(body));
		const isNew = !this.leads.has(externalId);
		this.leads.set(externalId, { ...this.leads.get(externalId), ...fields });
		const id = `00Q${externalId.replace(/\W/g, '').padStart(15, '0').slice(-15)}`;
		return { status: isNew ? 201 : 200, body: { id, success: true, errors: [], created: isNew } };
	}

	protected override errorBody(status: number, words?: string): object {
		if (words !== undefined) return [{ errorCode: 'JSON_PARSER_ERROR', message: words }];
		if (status === 429) return [{ errorCode: 'REQUEST_LIMIT_EXCEEDED', message: 'TotalRequests Limit exceeded.' }];
		return [{ errorCode: 'UNKNOWN_EXCEPTION', message: 'An unexpected error occurred.' }];
	}

	private checked(fields: Fields): Fields {
		const unknown = Object.keys(fields).find((name) => !Object.hasOwn(FIELD_LENGTHS, name));
		if (unknown !== undefined)
			throw refusal(400, 'INVALID_FIELD', `No such column '${unknown}' on sobject of type Lead`);
		const missing = REQUIRED.filter((name) => !fields[name]);
		if (missing.length > 0)
			throw refusal(400, 'REQUIRED_FIELD_MISSING', `Required fields are missing: [${missing.join(', ')}]`, missing);
		for (const [name, value] of Object.entries(fields)) {
			const most = FIELD_LENGTHS[name] ?? 0;
			if ((value ?? '').length > most)
				throw refusal(400, 'STRING_TOO_LONG', `${name}: data value too large: ${value} (max length=${most})`, [name]);
		}
		const email = fields['Email'];
		if (email && !EMAIL.test(email))
			throw refusal(400, 'INVALID_EMAIL_ADDRESS', `Email: invalid email address: ${email}`, ['Email']);
		const words = this.refusalOf(email);
		if (words !== undefined) throw refusal(400, 'FIELD_CUSTOM_VALIDATION_EXCEPTION', words, ['Email']);
		return fields;
	}
}

function refusal(status: number, errorCode: string, message: string, fields: string[] = []): CrmRefusal {
	return new CrmRefusal(status, [{ message, errorCode, fields }]);
}
