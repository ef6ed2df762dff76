import { HubSpotDestination } from '../../../../worker/destinations/hubspot/hubspot-destination';
import { destinationsSchema } from '../../../../worker/destinations/kind-lookup';
import { type HubSpotServer, startHubSpot } from '../../../support/hubspot/hubspot-server';
import { newLead, OF, pageOf, personWith } from './lead';

let hubspot: HubSpotServer;

beforeEach(async () => {
	hubspot = await startHubSpot();
});
afterEach(() => hubspot.close());

function destination(more: object): HubSpotDestination {
	const crm = { type: 'hubspot', accessToken: hubspot.token, baseUrl: hubspot.url, ...more };
	const config = destinationsSchema.parse({ crm })['crm'];
	if (config?.type !== 'hubspot') throw new Error('It is another destination.');
	return new HubSpotDestination('crm', config);
}

const valuesOf = (email: string) => hubspot.account.byEmail(email)?.properties ?? {};

describe('values for the properties of HubSpot', () => {
	beforeEach(() => {
		const { account } = hubspot;
		account.addProperty('first_seen', 'date', { fieldType: 'date' });
		account.addProperty('visit', 'date', { fieldType: 'date' });
		account.addProperty('budget', 'number', { fieldType: 'number' });
		account.addProperty('size', 'enumeration', { fieldType: 'select', choices: { s: 'Small shop', l: 'Large' } });
		account.addProperty('topics', 'enumeration', {
			fieldType: 'checkbox',
			choices: { seo: 'SEO', ads: 'Ads', x: 'X' },
		});
		account.addProperty('newsletter', 'bool', { fieldType: 'booleancheckbox' });
	});
	const properties = {
		first_seen: 'capturedAt',
		visit: 'fields.visit',
		budget: 'fields.budget',
		size: 'fields.size',
		topics: 'fields.topics',
		newsletter: 'fields.newsletter',
	};

	it('become what their types take: days, numbers, options and true or false', async () => {
		const lead = newLead({
			capturedAt: '2026-11-01T23:59:59.500Z',
			fields: { visit: '2026-12-24', budget: ' 1250.5 ', size: 'small shop', topics: ['Ads', 'seo'], newsletter: 'on' },
		});
		expect(await destination({ properties }).writePage(pageOf([lead]))).toEqual({ written: 1, refused: [] });
		expect(valuesOf(lead.email)).toMatchObject({
			first_seen: '2026-11-01',
			visit: '2026-12-24',
			budget: '1250.5',
			size: 's',
			topics: 'ads;seo',
			newsletter: 'true',
		});
	});

	it('are skipped where they do not fit, and the lead is written and told', async () => {
		const lead = newLead({
			fields: { visit: '24/12/2026', budget: 'about 1000', size: 'huge', topics: 'seo;pigeons', newsletter: 'maybe' },
		});
		const crm = destination({ properties });
		const { written, refused, inPart } = await crm.writePage(pageOf([lead, newLead()]));
		expect([written, refused]).toEqual([2, []]);
		expect(inPart).toEqual([
			{ leadId: lead.id, kind: 'written_in_part', reason: expect.stringMatching(/visit .*budget .*size/s) as string },
		]);
		expect(inPart?.[0]?.reason).not.toMatch(/24\/12|about|huge|pigeons|maybe/);
		expect(Object.keys(valuesOf(lead.email)).sort()).toEqual(['email', 'first_seen']);
	});

	it.each([
		['a day that does not exist', 'visit', '2026-02-30'],
		['a month that does not exist', 'visit', '2026-13-01'],
		['a number for a day', 'visit', '1'],
		['a long text for a day', 'visit', 'x'.repeat(70_000)],
		['a number that is too large', 'budget', '1e999'],
		['no number', 'budget', 'NaN'],
		['a number in another notation', 'budget', '0x10'],
		['a number, many blanks and a letter', 'budget', `-1${' '.repeat(60_000)}x`],
		['many empty choices', 'size', ';'.repeat(60_000)],
		['half of an array', 'topics', '["seo"'],
		['a number for true or false', 'newsletter', '2'],
	])('skip %s', async (_what, name, value) => {
		const lead = newLead({ fields: { [name]: value } });
		const { written, inPart } = await destination({ properties }).writePage(pageOf([lead]));
		expect([written, inPart?.length]).toEqual([1, 1]);
		expect(valuesOf(lead.email)).not.toHaveProperty(name);
	});

	it.each([
		['visit', '2026-12-24T23:30:00-05:00', '2026-12-25'],
		['visit', '1798070400000', '2026-12-24'],
		['visit', '2026-12-24 10:00', '2026-12-24'],
		['budget', '-.5', '-.5'],
		['newsletter', 'No', 'false'],
		['size', 'L', 'l'],
	])('turn %s %j into %j', async (name, value, stored) => {
		const lead = newLead({ fields: { [name]: value } });
		expect(await destination({ properties }).writePage(pageOf([lead]))).toEqual({ written: 1, refused: [] });
		expect(valuesOf(lead.email)[name]).toBe(stored);
	});

	it('are skipped alone if a rule of the account refuses them, for new and for known contacts', async () => {
		hubspot.account.demand('budget', /^\d\d$/);
		hubspot.account.create({ email: 'known@example.com' });
		const fields = { budget: 5000, size: 's' };
		const leads = [newLead({ fields }), newLead({ email: 'known@example.com', fields }), newLead()];
		const { written, refused, inPart } = await destination({ properties }).writePage(pageOf(leads));
		expect([written, refused]).toEqual([3, []]);
		expect(inPart?.map(({ leadId }) => leadId)).toEqual([leads[0]?.id, leads[1]?.id]);
		expect(inPart?.[0]?.reason).toBe('HubSpot has it without budget (HubSpot says FAILED_VALIDATION).');
		for (const lead of leads.slice(0, 2)) {
			expect(valuesOf(lead.email)).toMatchObject({ size: 's' });
			expect(valuesOf(lead.email)).not.toHaveProperty('budget');
		}
	});

	it('are explained by the check, property by property, and shown by the preview', async () => {
		const crm = destination({ properties });
		const { detail } = await crm.probe();
		for (const words of [
			'first_seen (date) takes only days',
			'budget (number) takes only numbers',
			'size (enumeration)',
		])
			expect(detail).toContain(words);
		expect(detail).toContain('newsletter (bool) takes only true or false');
		const preview = crm.preview(
			OF,
			newLead({ capturedAt: '2026-11-01T10:00:00Z', fields: { budget: 'much', size: 'L' } }),
		);
		expect(preview).toMatchObject({
			values: { first_seen: String(Date.UTC(2026, 10, 1)), budget: null, size: 'l' },
			leftOut: expect.stringMatching(/^budget \(it takes only numbers/) as string,
		});
	});

	it('repeat no update for a day or a number that HubSpot returns in another form', async () => {
		const newest = { ...properties, lead_captured_at: 'capturedAt' };
		const crm = destination({ properties: newest, existing: 'newest' });
		const one = newLead({ email: 'ada@example.com', fields: { visit: '2026-12-24', budget: '10.0' } });
		await crm.writePage(pageOf([one]));
		const { updatedAt } = hubspot.account.all()[0] ?? {};
		await crm.writePage(pageOf([one]));
		expect(hubspot.account.all()[0]?.updatedAt).toBe(updatedAt);
		expect(hubspot.requests.filter((route) => /update|PATCH/.test(route))).toEqual([]);
	});

	it('are refused as a setting where a day shall tell which lead is newer', async () => {
		await expect(destination({ properties, existing: 'newest' }).check()).rejects.toThrow(
			/properties\.first_seen is a date without a time/,
		);
	});
});

describe('leads without an address', () => {
	it('are set aside by default, however many, and count for nothing', async () => {
		const leads = Array.from({ length: 100 }, () => newLead({ email: '' }));
		const { written, refused } = await destination({}).writePage(pageOf(leads));
		expect(written).toBe(0);
		expect(new Set(refused.map(({ kind }) => kind))).toEqual(new Set(['set_aside']));
		expect(hubspot.requests).toEqual([]);
	});

	describe('if they shall be created', () => {
		const settings = { withoutEmail: 'create', leadProperty: 'lead_key' };
		beforeEach(() => {
			hubspot.account.addProperty('lead_key', 'string', { hasUniqueValue: true });
		});
		const keys = () => hubspot.account.all().map(({ properties }) => properties['lead_key'] ?? null);

		it('become a contact each, once, also when responses are lost and the page comes again', async () => {
			const leads = [newLead({ email: '', name: 'Ada' }), newLead(), newLead({ email: ' ', name: 'Ada' })];
			expect(await destination(settings).writePage(pageOf(leads))).toEqual({ written: 3, refused: [] });
			expect(await destination(settings).writePage(pageOf(leads))).toEqual({ written: 3, refused: [] });
			expect(keys().sort()).toEqual([`main/${leads[0]?.id}`, `main/${leads[2]?.id}`, null]);
			expect(hubspot.account.all().map(({ properties }) => properties['firstname'])).toEqual([
				'Ada',
				'Ada Maria',
				'Ada',
			]);
		});

		it('are not doubled when somebody creates one between the look and the writing', async () => {
			const lead = newLead({ email: '', city: 'Rome' });
			const { id } = hubspot.account.create({ lead_key: `main/${lead.id}` });
			const read = hubspot.account.read.bind(hubspot.account);
			hubspot.account.read = (ids, idProperty) => {
				hubspot.account.read = read;
				expect(idProperty).toBe('lead_key');
				return { results: [], missing: ids };
			};
			expect(await destination(settings).writePage(pageOf([lead]))).toEqual({ written: 1, refused: [] });
			expect(hubspot.account.all()).toHaveLength(1);
			expect(hubspot.account.get(id).properties).toMatchObject({ city: 'Rome' });
		});

		it('include those whose address HubSpot refuses, which are told', async () => {
			const lead = newLead({ email: 'no address' });
			const { written, refused, inPart } = await destination(settings).writePage(pageOf([lead, newLead()]));
			expect([written, refused]).toEqual([2, []]);
			expect(inPart).toMatchObject([{ leadId: lead.id, reason: expect.stringContaining('email') as string }]);
			expect(keys().sort()).toEqual([`main/${lead.id}`, null]);
		});

		it('are counted and erased with their person', async () => {
			const [ada, bob] = [newLead({ email: '' }), newLead({ email: '' })];
			const crm = destination(settings);
			await crm.writePage(pageOf([ada, bob]));
			const person = personWith('ada@example.com', [{ connection: 'main', leadId: ada.id }]);
			expect(await crm.countPerson(person)).toBe(1);
			await crm.erasePerson(person);
			await crm.erasePerson(person);
			expect(await crm.countPerson(person)).toBe(0);
			expect(keys()).toEqual([`main/${bob.id}`]);
		});

		it('need a property with unique values, which the check looks at', async () => {
			await expect(destination(settings).check()).resolves.toBeUndefined();
			hubspot.account.addProperty('lead_key');
			await expect(destination(settings).check()).rejects.toThrow(
				/leadProperty is no text property with unique values/,
			);
			hubspot.account.removeProperty('lead_key');
			await expect(destination(settings).check()).rejects.toThrow(/leadProperty is not a writable contact property/);
			expect(() => destination({ withoutEmail: 'create' })).toThrow(/leadProperty/);
		});
	});
});
