import { skippedBy } from './lead-filter';

const lead = {
	country: 'Germany',
	countryCode: 'DE',
	email: ' Ada@Our-Company.example',
	fields: { Budget: 'High', notes: '', wishes: ['Phone', 'Mail'], seats: 4, newsletter: false, 'a=b': 'C=D' },
};

it.each([
	[{}, null],
	[{ countries: [], emails: [], excludeEmails: [], formFields: [] }, null],
	[{ countries: ['FR', 'de '] }, null],
	[{ countries: ['germany'] }, null],
	[{ countries: ['FR'] }, 'country'],
	[{ emails: ['@our-company.example'] }, null],
	[{ emails: ['@company.example'] }, 'email'],
	[{ emails: ['company'] }, null],
	[{ excludeEmails: ['@OUR-company.example'] }, 'email'],
	[{ excludeEmails: ['@our-company'] }, null],
	[{ formFields: [{ name: 'budget' }] }, null],
	[{ formFields: [{ name: 'budget', value: 'high' }] }, null],
	[{ formFields: [{ name: 'budget', value: 'low' }] }, 'formField'],
	[{ formFields: [{ name: 'notes' }] }, 'formField'],
	[{ formFields: [{ name: 'notes', value: '' }] }, null],
	[{ formFields: [{ name: 'a=b', value: 'c=d' }] }, null],
	[
		{
			formFields: [
				{ name: 'wishes', value: 'mail' },
				{ name: 'seats', value: '4' },
				{ name: 'newsletter', value: 'false' },
			],
		},
		null,
	],
	[{ formFields: [{ name: 'seats' }, { name: 'telephone' }] }, 'formField'],
	[{ countries: ['FR'], emails: ['@other.example'] }, 'country'],
])('%j leaves the lead by %s', (filter, by) => {
	expect(skippedBy(filter, lead)).toBe(by);
});

it.each([[{}], [{ email: null, country: 3, fields: null }], [{ email: {}, fields: 'a=b' }], [{ fields: { a: null } }]])(
	'judges a lead of another shape: %j',
	(odd) => {
		expect(skippedBy({ excludeEmails: ['@our-company.example'] }, odd)).toBeNull();
		expect(skippedBy({ emails: ['@our-company.example'] }, odd)).toBe('email');
		expect(skippedBy({ countries: ['DE'] }, odd)).toBe('country');
		expect(skippedBy({ formFields: [{ name: 'a' }] }, odd)).toBe('formField');
	},
);

it('knows a name that is typed with combining characters', () => {
	expect(skippedBy({ formFields: [{ name: 'Größe', value: '42' }] }, { fields: { Größe: 42 } })).toBeNull();
});
