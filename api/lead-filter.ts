/**
 * Which leads are wanted. A lead must meet each condition that is set. Texts are compared without regard to case and to
 * spaces around them.
 */
export interface LeadFilter {
	/** Codes (ISO 3166-1 alpha-2) or names of countries, as the lead has them. The lead must have one of them. */
	countries?: string[] | undefined;
	/** One of them must match the address: `@shop.example` is its end, any other text a part of it. */
	emails?: string[] | undefined;
	/** As `emails`; none of them may match. */
	excludeEmails?: string[] | undefined;
	/** The lead must have all of these form fields, with this value if there is one, else with any. */
	formFields?: WantedField[] | undefined;
}

export interface WantedField {
	name: string;
	value?: string | undefined;
}

/** The condition that a lead does not meet. */
export type SkippedBy = 'country' | 'email' | 'formField';

/** What the filter reads of a lead (specification, part 2). A service may leave out or change any of it. */
export interface FilteredLead {
	country?: unknown;
	countryCode?: unknown;
	email?: unknown;
	fields?: unknown;
}

/** @returns the first condition that the lead does not meet; null if it is wanted */
export function skippedBy(filter: LeadFilter, lead: FilteredLead): SkippedBy | null {
	const { countries, emails, excludeEmails, formFields } = filter;
	const places = [plain(lead.countryCode), plain(lead.country)];
	if (isSet(countries) && !countries.some((one) => places.includes(plain(one)))) return 'country';
	const address = plain(lead.email);
	if (isSet(emails) && !emails.some((one) => matches(address, plain(one)))) return 'email';
	if (isSet(excludeEmails) && excludeEmails.some((one) => matches(address, plain(one)))) return 'email';
	if (isSet(formFields) && !formFields.every((one) => hasField(lead.fields, one))) return 'formField';
	return null;
}

function isSet<Each>(condition: readonly Each[] | undefined): condition is readonly Each[] {
	return condition !== undefined && condition.length > 0;
}

function matches(address: string, wanted: string): boolean {
	return wanted.startsWith('@') ? address.endsWith(wanted) : address.includes(wanted);
}

function hasField(fields: unknown, { name, value: wanted }: WantedField): boolean {
	return valuesOf(fields, plain(name)).some((value) => (wanted === undefined ? value !== '' : value === plain(wanted)));
}

/** As texts. A list has several. */
function valuesOf(fields: unknown, name: string): string[] {
	if (typeof fields !== 'object' || fields === null) return [];
	return Object.entries(fields)
		.filter(([key]) => plain(key) === name)
		.flatMap(([, value]): unknown[] => (Array.isArray(value) ? value : [value]))
		.map(plain);
}

function plain(value: unknown): string {
	if (value === null || value === undefined) return '';
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return text.normalize('NFC').trim().toLowerCase();
}
