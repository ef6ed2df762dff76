import { HubSpotDestination } from '../../../../worker/destinations/hubspot/hubspot-destination';
import type { HubSpotSettings } from '../../../../worker/destinations/hubspot/settings';
import { destinationsSchema } from '../../../../worker/destinations/kind-lookup';
import { type HubSpotServer, startHubSpot } from '../../../support/hubspot/hubspot-server';
import { newLead, OF, pageOf, personWith } from './lead';

let hubspot: HubSpotServer;

beforeEach(async () => {
	hubspot = await startHubSpot();
});
afterEach(() => hubspot.close());

function destination(more: Partial<HubSpotSettings> = {}): HubSpotDestination {
	const crm = { type: 'hubspot', accessToken: hubspot.token, baseUrl: hubspot.url, ...more };
	const config = destinationsSchema.parse({ crm })['crm'];
	if (config?.type !== 'hubspot') throw new Error('It is another destination.');
	return new HubSpotDestination('crm', config);
}

describe('HubSpot as a destination', () => {
	it('makes a contact of each person, whose leads may be many and in capitals', async () => {
		const leads = [
			newLead({ email: 'ada@example.com', phone: '1', city: 'Turin' }),
			newLead({ email: 'bob@example.com', name: 'Bob' }),
			newLead({ email: 'ADA@example.com', phone: null, city: 'Rome' }),
		];
		expect(await destination().writePage(pageOf(leads))).toEqual({ written: 3, refused: [] });
		expect(hubspot.account.all()).toHaveLength(2);
		expect(hubspot.account.byEmail('ada@example.com')?.properties).toEqual({
			email: 'ada@example.com',
			firstname: 'Ada Maria',
			lastname: 'Example',
			phone: '1',
			city: 'Rome',
			country: 'Italy',
		});
		expect(hubspot.account.byEmail('bob@example.com')?.properties).toMatchObject({ firstname: 'Bob' });
		expect(hubspot.requests).toEqual([
			'GET /crm/v3/properties/contacts',
			'POST /crm/v3/objects/contacts/batch/read',
			'POST /crm/v3/objects/contacts/batch/create',
		]);
	});

	it('fills what a contact lacks, and leaves alone what it has', async () => {
		hubspot.account.create({ email: 'ada@example.com', firstname: 'Adelaide', city: '' });
		const page = pageOf([newLead({ email: 'ada@example.com', city: 'Rome' })]);
		const crm = destination();
		await crm.writePage(page);
		expect(hubspot.account.all()).toHaveLength(1);
		expect(hubspot.account.byEmail('ada@example.com')?.properties).toMatchObject({
			firstname: 'Adelaide',
			city: 'Rome',
		});
		hubspot.requests.length = 0;
		await crm.writePage(page);
		expect(hubspot.requests).toEqual(['POST /crm/v3/objects/contacts/batch/read']);
	});

	it('keeps the newest lead if so configured, in whatever order they arrive', async () => {
		const properties = { city: 'city', lead_captured_at: 'capturedAt' };
		const newest = destination({ existing: 'newest', properties });
		const [older, newer] = [
			newLead({ email: 'ada@example.com', city: 'Turin' }),
			newLead({ email: 'ada@example.com', city: 'Rome' }),
		];
		await newest.writePage(pageOf([newer]));
		await newest.writePage(pageOf([older]));
		expect(hubspot.account.byEmail('ada@example.com')?.properties['city']).toBe('Rome');
		await newest.writePage(pageOf([newLead({ email: 'ada@example.com', city: 'Oslo' })]));
		expect(hubspot.account.byEmail('ada@example.com')?.properties['city']).toBe('Oslo');
	});

	it('lists the leads that HubSpot refuses, and brings the others of the page', async () => {
		const leads = [newLead(), newLead({ email: 'no address' }), newLead({ email: '' }), newLead()];
		const { written, refused } = await destination().writePage(pageOf(leads));
		expect(written).toBe(2);
		expect(refused).toEqual([
			{
				leadId: leads[2]?.id,
				reason: 'It has no email, which HubSpot needs to identify a contact.',
				kind: 'set_aside',
			},
			{
				leadId: leads[1]?.id,
				kind: 'set_aside',
				reason: expect.stringMatching(/^HubSpot refused the contact \(400\): .*"error":"INVALID_EMAIL"/) as string,
			},
		]);
		expect(hubspot.account.all()).toHaveLength(2);
	});

	it('lists a lead whose contact HubSpot names and does not have any more, and brings the others', async () => {
		const [lost, other] = [newLead({ email: 'lost@example.com' }), newLead()];
		const create = hubspot.account.create.bind(hubspot.account);
		hubspot.account.create = (properties) => {
			if (properties['email'] !== 'lost@example.com') return create(properties);
			const message = 'Contact already exists. Existing ID: 999999';
			throw hubspot.account.refusal(409, message, 'CONFLICT');
		};
		const { written, refused } = await destination().writePage(pageOf([lost, other]));
		expect(written).toBe(1);
		expect(refused).toEqual([{ leadId: lost.id, reason: 'HubSpot refused the contact (404): resource not found' }]);
	});

	it('keeps why a contact was refused in whole characters', async () => {
		for (const before of ['', 'x']) {
			hubspot.account.refuseValues(before + '😀'.repeat(200));
			const { refused } = await destination().writePage(pageOf([newLead(), newLead()]));
			expect(refused.map(({ reason }) => [reason.includes('😀'), reason.isWellFormed()])).toEqual([
				[true, true],
				[true, true],
			]);
		}
	});

	it('brings a lead with half of a character, and lists one whose fields go too deep', async () => {
		let deep: object = {};
		for (let level = 0; level < 50_000; level += 1) deep = { in: deep };
		const mapped = destination({ properties: { firstname: 'name', city: 'fields.more' } });
		const leads = [newLead({ name: 'Ada \ud83d' }), newLead({ fields: { more: deep } }), newLead()];
		expect(await mapped.writePage(pageOf(leads))).toEqual({
			written: 2,
			refused: [{ leadId: leads[1]?.id, reason: 'Its fields are nested too deeply for JSON.', kind: 'set_aside' }],
		});
		expect(hubspot.account.byEmail(leads[0]?.email ?? '')?.properties).toMatchObject({ firstname: 'Ada \ufffd' });
	});

	it('holds the page, and refuses nobody, when a property is not there any more', async () => {
		const mapped = destination({ properties: { favourite: 'name' } });
		await expect(mapped.writePage(pageOf([newLead(), newLead()]))).rejects.toMatchObject({
			name: 'DestinationHeldError',
			message: expect.stringContaining('One of its properties does not exist') as string,
		});
	});

	it('refuses one lead alone whose visitor wrote what HubSpot says of a property', async () => {
		const forged = newLead({ email: '"error":"READ_ONLY_VALUE" PROPERTY_DOESNT_EXIST' });
		const { written, refused } = await destination().writePage(pageOf([newLead(), forged]));
		expect(written).toBe(1);
		expect(refused.map(({ leadId }) => leadId)).toEqual([forged.id]);
	});

	it('reports which contacts of a partly accepted batch were stored, new ones and known ones', async () => {
		hubspot.takeParts();
		hubspot.account.create({ email: 'known@example.com' });
		hubspot.account.create({ email: 'gone@example.com' });
		const gone = hubspot.account.byEmail('gone@example.com')?.id ?? '';
		const leads = [
			newLead({ email: 'new@example.com' }),
			newLead({ email: 'no address' }),
			newLead({ email: 'KNOWN@example.com' }),
			newLead({ email: 'known@example.com', city: 'Rome', phone: '7' }),
			newLead({ email: 'gone@example.com' }),
		];
		const update = hubspot.account.update.bind(hubspot.account);
		hubspot.account.update = (id, values) => (id === gone ? hubspot.account.get('0') : update(id, values));
		const { written, refused } = await destination().writePage(pageOf(leads));
		expect(written).toBe(3);
		expect(refused.map(({ leadId, reason }) => [leadId, reason])).toEqual([
			[leads[1]?.id, expect.stringContaining('(400)') as string],
			[leads[4]?.id, 'HubSpot refused the contact (404): resource not found'],
		]);
		expect(hubspot.account.byEmail('known@example.com')?.properties).toMatchObject({ city: 'Rome', phone: '7' });
		expect(hubspot.account.all()).toHaveLength(3);
	});

	it('finishes a page with many refused leads, though it meets the limit in between', async () => {
		hubspot.setBurst(4, 300);
		const leads = Array.from({ length: 9 }, (_, number) => newLead({ email: `no address ${number}` }));
		const { refused } = await destination().writePage(pageOf([...leads, newLead()]));
		expect(refused.map(({ leadId }) => leadId)).toEqual(leads.map(({ id }) => id));
		expect(hubspot.account.all()).toHaveLength(1);
	});

	it('finds a contact by creating it where HubSpot refuses to look for one of the addresses', async () => {
		const { id } = hubspot.account.create({ email: 'ada@example.com' });
		const crm = destination();
		await crm.check();
		hubspot.failNext(1, 400);
		const page = pageOf([newLead({ email: 'Ada@example.com', city: 'Rome' }), newLead({ email: 'no address' })]);
		expect(await crm.writePage(page)).toMatchObject({ written: 1, refused: [{ leadId: page.leads[1]?.id }] });
		expect(hubspot.account.get(id).properties).toMatchObject({ city: 'Rome' });
	});

	it('makes no second contact when the answer of the first try was lost', async () => {
		const page = pageOf([newLead(), newLead()]);
		await destination().writePage(page);
		expect(await destination().writePage(page)).toEqual({ written: 2, refused: [] });
		expect(hubspot.account.all()).toHaveLength(2);
	});

	it('updates a contact that somebody else created a moment ago', async () => {
		const lead = newLead({ email: 'second@example.com', city: 'Rome' });
		const { id } = hubspot.account.create({ email: 'second@example.com' });
		const read = hubspot.account.read.bind(hubspot.account);
		hubspot.account.read = (ids) => ({ results: [], missing: ids });
		expect(await destination().writePage(pageOf([lead]))).toEqual({ written: 1, refused: [] });
		hubspot.account.read = read;
		expect(hubspot.account.get(id).properties).toMatchObject({ city: 'Rome' });
	});

	it.each([
		[429, { 'retry-after': '7' }, 7_000],
		[503, {}, null],
		[401, {}, null],
	])('holds the page when HubSpot answers %d', async (status, headers, retryAfterMs) => {
		hubspot.failNext(1, status, headers);
		const page = pageOf([newLead()]);
		await expect(destination().writePage(page)).rejects.toMatchObject({ name: 'DestinationHeldError', retryAfterMs });
		await destination().writePage(page);
		expect(hubspot.account.all()).toHaveLength(1);
	});

	it('keeps to the limit of ten seconds as the answer names it', async () => {
		hubspot.setBurst(1);
		const page = pageOf([newLead()]);
		await expect(destination().writePage(page)).rejects.toMatchObject({
			message: expect.stringContaining('TEN_SECONDLY_ROLLING') as string,
			retryAfterMs: 10_000,
		});
	});

	it.each([
		[402, null],
		[423, null],
		[477, 60_000],
	])('holds the page, and refuses nobody, when HubSpot answers %d to what is written', async (status, retryAfterMs) => {
		const read = hubspot.account.read.bind(hubspot.account);
		hubspot.account.read = (ids) => {
			hubspot.failNext(1, status, retryAfterMs === null ? {} : { 'retry-after': `${retryAfterMs / 1000}` });
			return { results: [], missing: ids };
		};
		const page = pageOf([newLead()]);
		await expect(destination().writePage(page)).rejects.toMatchObject({ name: 'DestinationHeldError', retryAfterMs });
		hubspot.account.read = read;
		expect(await destination().writePage(page)).toEqual({ written: 1, refused: [] });
	});

	it('asks now and then when the calls of a day are used up', async () => {
		hubspot.failNext(1, 429, {}, { policyName: 'DAILY' });
		await expect(destination().writePage(pageOf([newLead()]))).rejects.toMatchObject({
			message: expect.stringContaining('DAILY') as string,
			retryAfterMs: 15 * 60_000,
		});
	});

	it('does not answer for a while: the page is held', async () => {
		await hubspot.close();
		await expect(destination().writeLead(OF, newLead())).rejects.toThrow(/Destination crm .* does not answer/);
	});

	it('counts and erases a person for good, however often, and lists what comes of the person later', async () => {
		const [ada, grace] = [newLead({ email: 'Ada@example.com' }), newLead({ email: 'grace@example.com' })];
		await destination().writePage(pageOf([ada, grace]));
		const person = personWith('ada@example.com');
		expect(await destination().countPerson(person)).toBe(1);
		await destination().erasePerson(person);
		await destination().erasePerson(person);
		expect(await destination().countPerson(person)).toBe(0);
		expect(hubspot.account.all().map(({ properties }) => properties['email'])).toEqual(['grace@example.com']);
		expect(await destination().writeLead(OF, ada)).toMatchObject({
			refused: [{ leadId: ada.id, reason: expect.stringContaining('deleted for good') as string }],
		});
		hubspot.setScopes(['crm.objects.contacts.read']);
		await expect(destination().erasePerson(person)).rejects.toThrow(/answered 403/);
	});

	it('has nobody with an address that it refuses to look for', async () => {
		const person = personWith('odd,address@example.com');
		hubspot.failNext(1, 400, {}, { category: 'VALIDATION_ERROR' });
		expect(await destination().countPerson(person)).toBe(0);
		hubspot.failNext(1, 403);
		await expect(destination().countPerson(person)).rejects.toThrow(/answered 403/);
	});

	it('cannot say whom it has where it refuses a property', async () => {
		const ofLead = personWith('ada@example.com', [{ connection: OF.connection, leadId: 1 }]);
		const withProperty = destination({ withoutEmail: 'create', leadProperty: 'gone' });
		await expect(withProperty.countPerson(ofLead)).rejects.toThrow(/answered 400/);
		await expect(withProperty.erasePerson(ofLead)).rejects.toThrow(/answered 400/);
		const message = '[{"isValid":false,"error":"PROPERTY_DOESNT_EXIST","name":"email"}]';
		hubspot.failNext(1, 400, {}, { category: 'VALIDATION_ERROR', message });
		await expect(destination().countPerson(ofLead)).rejects.toThrow(/properties does not exist/);
	});

	it('counts and erases a person whose address it has in the other form of its characters', async () => {
		for (const form of ['NFC', 'NFD'] as const) {
			await destination().writePage(pageOf([newLead({ email: `jos\u00e9.${form}@example.com`.normalize(form) })]));
			const person = personWith(`jos\u00e9.${form}@example.com`.toLowerCase());
			expect([form, await destination().countPerson(person)]).toEqual([form, 1]);
			await destination().erasePerson(person);
			expect([form, await destination().countPerson(person)]).toEqual([form, 0]);
		}
	});

	it('is checked: the token, its scopes, the properties', async () => {
		await expect(destination().check()).resolves.toBeUndefined();
		await expect(destination({ properties: { favourite: 'fields.colour' } }).check()).rejects.toThrow(
			/properties\.favourite is not a writable contact property/,
		);
		await expect(destination({ accessToken: 'another' }).check()).rejects.toThrow(
			/accessToken was answered by HubSpot with the status 401/,
		);
		hubspot.setScopes(['crm.objects.contacts.read']);
		await expect(destination().check()).rejects.toThrow(
			/accessToken is a token without the scope crm\.objects\.contacts\.write/,
		);
		await hubspot.close();
		await expect(destination().check()).rejects.toThrow(/baseUrl leads to .* which does not answer/);
	});
});
