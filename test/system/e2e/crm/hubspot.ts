import { z } from 'zod';
import { type CrmRequest, type CrmResponse, CrmRefusal, StandInCrm } from '../../../support/crm/stand-in-crm';

const PROPERTIES = ['email', 'firstname', 'lastname', 'phone', 'mobilephone', 'company', 'city', 'country', 'website'];
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const UPSERT = /^POST \/contacts\/v1\/contact\/createOrUpdate\/email\/(.+)$/;
const PROFILE = /^GET \/contacts\/v1\/contact\/vid\/(\d+)\/profile$/;

const bodySchema = z.strictObject({
	properties: z.array(z.strictObject({ property: z.string(), value: z.string() })),
});

/** The contacts of a HubSpot account, one per address. */
export class HubSpot extends StandInCrm {
	static readonly host = 'api.hubapi.com';
	readonly serviceKey = 'pat-eu1-00000000-0000-4000-8000-000000000001';
	private readonly contacts: Array<Record<string, string>> = [];

	override emails(): string[] {
		return this.contacts.map(({ email = '' }) => email).sort();
	}

	contact(email: string): Record<string, string> | undefined {
		return this.contacts.find((contact) => contact['email'] === email.toLowerCase());
	}

	protected override answer({ route, authorization, body }: CrmRequest): CrmResponse {
		if (authorization !== `Bearer ${this.serviceKey}`)
			throw new CrmRefusal(401, error('Authentication credentials not found.', { category: 'INVALID_AUTHENTICATION' }));
		const [, email] = UPSERT.exec(route) ?? [];
		if (email !== undefined) return { status: 200, body: this.upsert(email.toLowerCase(), body) };
		const [, vid] = PROFILE.exec(route) ?? [];
		const contact = this.contacts[Number(vid) - 1];
		if (contact === undefined) throw new CrmRefusal(404, error('resource not found'));
		const properties = Object.fromEntries(
			Object.entries(contact).map(([name, value]) => [name, { value, versions: [] }]),
		);
		return { status: 200, body: { vid: Number(vid), 'is-contact': true, properties } };
	}

	protected override errorBody(status: number, words = 'internal error'): object {
		if (status !== 429) return error(words);
		const limit = { errorType: 'RATE_LIMIT', policyName: 'TEN_SECONDLY_ROLLING' };
		return error('You have reached your ten_secondly_rolling limit.', limit);
	}

	private upsert(email: string, body: unknown): object {
		if (!EMAIL.test(email)) throw invalid('INVALID_EMAIL', `Email address ${email} is invalid`, 'email');
		const words = this.refusalOf(email);
		if (words !== undefined) throw invalid('INVALID_EMAIL', words, 'email');
		const { properties } = bodySchema.parse(body);
		const unknown = properties.find(({ property }) => !PROPERTIES.includes(property));
		if (unknown !== undefined)
			throw invalid('PROPERTY_DOESNT_EXIST', `Property "${unknown.property}" does not exist`, unknown.property);
		const known = this.contact(email);
		const contact = known ?? { email };
		if (known === undefined) this.contacts.push(contact);
		for (const { property, value } of properties) contact[property] = value;
		return { vid: this.contacts.indexOf(contact) + 1, isNew: known === undefined };
	}
}

function invalid(code: string, message: string, name: string): CrmRefusal {
	const validationResults = [{ isValid: false, message, error: code, name }];
	return new CrmRefusal(400, error('Property values were not valid', { validationResults }));
}

function error(message: string, more: object = {}) {
	const correlationId = '00000000-0000-4000-8000-000000000400';
	return { status: 'error', message, correlationId, requestId: correlationId, ...more };
}
