import { HubSpotDestination } from '../../../../worker/destinations/hubspot/hubspot-destination';
import { type DestinationsConfig, destinationsSchema } from '../../../../worker/destinations/kind-lookup';
import { type HubSpotServer, startHubSpot } from '../../../support/hubspot/hubspot-server';
import { newLead, OF, pageOf, personWith } from './lead';

let hubspot: HubSpotServer;
beforeEach(async () => {
	hubspot = await startHubSpot();
	hubspot.account.addProperty('number', 'string', { hasUniqueValue: true });
});
afterEach(() => hubspot.close());

function configOf(more: object = {}): DestinationsConfig {
	const settings = { type: 'hubspot', accessToken: hubspot.token, baseUrl: hubspot.url, telephoneProperty: 'number' };
	return destinationsSchema.parse({ crm: { ...settings, ...more } });
}

function crm(more: object = {}): HubSpotDestination {
	const config = configOf(more)['crm'];
	if (config?.type !== 'hubspot') throw new Error('It is another destination.');
	return new HubSpotDestination('crm', config);
}

const byNumber = (phone: string, more: object = {}) => newLead({ email: '', phone, ...more });
/** Address, number and city of every contact, in the order of their creation. */
const contacts = () =>
	hubspot.account.all().map(({ properties: { email, number, city } }) => [email ?? null, number ?? null, city]);

describe('a lead with a telephone number only, at HubSpot', () => {
	it('becomes one contact with the other leads of its number, also when the page comes again', async () => {
		const leads = [
			byNumber('+49 (0) 170 1234', { city: '' }),
			byNumber('0049-170-1234', { city: 'Rome' }),
			byNumber('0170 1234', { city: 'Oslo' }),
		];
		expect(await crm().writePage(pageOf(leads))).toEqual({ written: 3, refused: [] });
		expect(await crm().writePage(pageOf(leads))).toEqual({ written: 3, refused: [] });
		await crm().writeLead(OF, byNumber('+491701234', { city: 'Bern' }));
		expect(contacts()).toEqual([
			[null, '+491701234', 'Rome'],
			[null, '01701234', 'Oslo'],
		]);
		expect(hubspot.account.all()[0]?.properties).toMatchObject({ phone: '0049-170-1234' });
	});

	it('joins the contact with an address and its number, in the page or later, in few requests', async () => {
		const destination = crm();
		const ada = { email: 'ada@example.com', phone: '030 12345', city: '' };
		await destination.writePage(pageOf([newLead(ada), byNumber('030-12345', { city: 'Rome' })]));
		expect(contacts()).toEqual([['ada@example.com', '03012345', 'Rome']]);
		hubspot.account.update(hubspot.account.byEmail('ada@example.com')?.id ?? '', { city: '' });
		hubspot.requests.length = 0;
		await destination.writePage(
			pageOf([byNumber('03012345', { city: 'Oslo' }), newLead({ ...ada, phone: '7654321' })]),
		);
		expect(contacts()).toEqual([['ada@example.com', '03012345', 'Oslo']]);
		expect(hubspot.requests).toEqual([
			'POST /crm/v3/objects/contacts/batch/read',
			'POST /crm/v3/objects/contacts/batch/read',
			'POST /crm/v3/objects/contacts/batch/update',
		]);
	});

	it('leaves a number to the first contact that has it, and writes the other without, in batches', async () => {
		const phone = '030 12345';
		const destination = crm();
		await destination.check();
		const [ada, bob] = [newLead({ email: 'ada@example.com', phone }), newLead({ email: 'bob@example.com', phone })];
		hubspot.requests.length = 0;
		expect(await destination.writePage(pageOf([ada, bob]))).toEqual({ written: 2, refused: [] });
		expect(hubspot.requests).toHaveLength(3);
		const cleo = newLead({ email: 'cleo@example.com', phone });
		expect(await destination.writePage(pageOf([cleo, bob]))).toEqual({ written: 2, refused: [] });
		expect(contacts().map(([email, number]) => [email, number])).toEqual([
			['ada@example.com', '03012345'],
			['bob@example.com', null],
			['cleo@example.com', null],
		]);
		expect(hubspot.requests).toHaveLength(6);
	});

	it('keeps its contact if it was there before one with an address', async () => {
		await crm().writePage(pageOf([byNumber('030 12345'), newLead({ email: 'ada@example.com', phone: '03012345' })]));
		const numbers = contacts().map(([email, number]) => [email, number]);
		expect(numbers).toContainEqual([null, '03012345']);
		expect(numbers).toContainEqual(['ada@example.com', null]);
	});

	it('is no address with the same characters, and an address is no number', async () => {
		hubspot.account.addProperty('lead_key', 'string', { hasUniqueValue: true });
		const destination = crm({ withoutEmail: 'create', leadProperty: 'lead_key' });
		const odd = newLead({ email: '0301234567' });
		const { written, refused } = await destination.writePage(pageOf([odd, byNumber('030 1234567'), newLead()]));
		expect([written, refused]).toEqual([3, []]);
		expect(hubspot.account.all().map(({ properties }) => properties['number'] ?? null)).toContain('0301234567');
		expect(hubspot.account.all()).toHaveLength(3);
	});

	it('includes one whose address HubSpot refuses, which is told', async () => {
		const lead = newLead({ email: 'no address', phone: '030 12345' });
		const { written, inPart } = await crm().writePage(pageOf([lead, newLead()]));
		expect(written).toBe(2);
		expect(inPart).toMatchObject([{ leadId: lead.id, reason: expect.stringContaining('email') as string }]);
		expect(contacts()).toContainEqual([null, '03012345', 'Turin']);
	});

	it('is set aside, skipped or created as the settings say, if the number is none either', async () => {
		const lead = newLead({ email: ' ', phone: '12' });
		const long = byNumber('1'.repeat(70_000));
		const { refused } = await crm().writePage(pageOf([lead, long, byNumber('030 12345')]));
		expect(refused.map(({ leadId, kind }) => [leadId, kind])).toEqual([
			[lead.id, 'set_aside'],
			[long.id, 'set_aside'],
		]);
		expect(refused[0]?.reason).toMatch(/neither an email nor a telephone number/);
		expect(await crm({ withoutEmail: 'skip' }).writeLead(OF, lead)).toMatchObject({ written: 0, skipped: 1 });
		hubspot.account.addProperty('lead_key', 'string', { hasUniqueValue: true });
		await crm({ withoutEmail: 'create', leadProperty: 'lead_key' }).writeLead(OF, lead);
		expect(hubspot.account.all().map(({ properties }) => properties['lead_key'])).toContain(`main/${lead.id}`);
	});

	it.each([
		['as a wrong value', undefined],
		['as a conflict that names the other contact', 409],
	])('loses its number without a word if another contact got it meanwhile, told %s', async (_how, status) => {
		const other = hubspot.account.create({ email: 'bob@example.com', number: '03012345' });
		const read = hubspot.account.read.bind(hubspot.account);
		hubspot.account.read = (ids, by) => (by === 'number' ? { results: [], missing: ids } : read(ids, by));
		const create = hubspot.account.create.bind(hubspot.account);
		hubspot.account.create = (values) => {
			if (status === undefined || values['number'] === undefined) return create(values);
			throw hubspot.account.refusal(status, `Contact already exists. Existing ID: ${other.id}`, 'CONFLICT');
		};
		const ada = newLead({ email: 'ada@example.com', phone: '030 12345' });
		expect(await crm().writePage(pageOf([ada, newLead()]))).toEqual({ written: 2, refused: [] });
		expect(hubspot.account.byEmail('ada@example.com')?.properties).toMatchObject({ firstname: 'Ada Maria' });
		expect(hubspot.account.byEmail('bob@example.com')?.properties).toEqual({
			email: 'bob@example.com',
			number: '03012345',
		});
	});

	it('is not doubled when somebody creates the contact between the look and the writing', async () => {
		hubspot.account.create({ number: '03012345' });
		const read = hubspot.account.read.bind(hubspot.account);
		hubspot.account.read = (ids) => {
			hubspot.account.read = read;
			return { results: [], missing: ids };
		};
		expect(await crm().writePage(pageOf([byNumber('030 12345')]))).toEqual({ written: 1, refused: [] });
		expect(contacts()).toEqual([[null, '03012345', 'Turin']]);
	});

	it('is shown in a preview with its number in digits', () => {
		expect(crm().preview(OF, byNumber('+49 170 1234'))).toMatchObject({
			values: { number: '+491701234', email: null },
		});
		const both = newLead({ email: 'ada@example.com', phone: '030 12345' });
		expect(crm().preview(OF, both).values).toMatchObject({ number: '03012345', email: 'ada@example.com' });
	});
});

describe('the erasure of a person with telephone numbers, at HubSpot', () => {
	it('deletes contacts with a number and no address, and tells of those with another address', async () => {
		const destination = crm();
		await destination.writePage(
			pageOf([
				byNumber('030 11111'),
				newLead({ email: 'ada@example.com', phone: '030 22222' }),
				newLead({ email: 'colleague@example.com', phone: '030 33333' }),
				byNumber('030 44444'),
			]),
		);
		const person = { ...personWith('ada@example.com'), telephones: ['03011111', '03022222', '03033333'] };
		const { id = '' } = hubspot.account.byEmail('colleague@example.com') ?? {};
		expect(await destination.countPerson(person)).toBe(2);
		await destination.erasePerson(person);
		await destination.erasePerson(person);
		expect(await destination.countPerson(person)).toBe(0);
		expect(contacts().map(([email, number]) => email ?? number)).toEqual(['colleague@example.com', '03044444']);
		expect((await destination.uncertainRecords(person))[1]).toContain(`another email (record ID ${id})`);
		expect(await destination.uncertainRecords({ ...person, telephones: ['03044444'] })).toHaveLength(1);
		expect(await crm({ telephoneProperty: undefined }).countPerson(person)).toBe(0);
	});

	it('is told where only a number can tell, as the search knows none', async () => {
		const [, note] = await crm().uncertainRecords(personWith('ada@example.com'));
		expect(note).toMatch(/only a telephone number .* Search the property number for the person's numbers/);
		expect(await crm({ telephoneProperty: undefined }).uncertainRecords(personWith('ada@example.com'))).toHaveLength(1);
	});
});

describe('the property for telephone numbers', () => {
	it('is checked: it is a text with unique values that HubSpot does not format', async () => {
		await expect(crm().check()).resolves.toBeUndefined();
		expect((await crm().probe()).detail).toMatch(
			/A lead without an email belongs to the contact with its telephone number in number\. With neither, it is set aside\./,
		);
		hubspot.account.addProperty('number', 'string', { hasUniqueValue: true, fieldType: 'phonenumber' });
		await expect(crm().check()).rejects.toThrow(/telephoneProperty is no text property with unique values/);
		const properties = { firstname: 'firstName' };
		await expect(crm({ telephoneProperty: 'city', properties }).check()).rejects.toThrow(
			/telephoneProperty is no text property/,
		);
		await expect(crm({ telephoneProperty: 'gone' }).check()).rejects.toThrow(/telephoneProperty is not a writable/);
	});

	it.each([
		[{ telephoneProperty: 'email' }, /must be a property of its own/],
		[{ telephoneProperty: 'phone' }, /maps telephoneProperty/],
		[{ leadProperty: 'number' }, /is leadProperty too/],
	])('is refused in words as %j', (settings, words) => {
		expect(() => crm(settings)).toThrow(words);
	});
});
