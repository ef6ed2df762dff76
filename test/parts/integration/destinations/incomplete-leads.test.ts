import { HubSpotDestination } from '../../../../worker/destinations/hubspot/hubspot-destination';
import { destinationsSchema } from '../../../../worker/destinations/kind-lookup';
import { type HubSpotServer, startHubSpot } from '../../../support/hubspot/hubspot-server';
import { query } from '../../../support/postgresql/start-cluster';
import { useCluster } from '../../../support/postgresql/use-cluster';
import { newLead, OF, pageOf } from './lead';
import { postgresqlOf } from './postgresql-of';

let hubspot: HubSpotServer;
beforeEach(async () => {
	hubspot = await startHubSpot();
});
afterEach(() => hubspot.close());

function crm(more: object): HubSpotDestination {
	const settings = { type: 'hubspot', accessToken: hubspot.token, baseUrl: hubspot.url, ...more };
	const config = destinationsSchema.parse({ crm: settings })['crm'];
	if (config?.type !== 'hubspot') throw new Error('It is another destination.');
	return new HubSpotDestination('crm', config);
}

const nameOf = (email: string) => {
	const { firstname, lastname } = hubspot.account.byEmail(email)?.properties ?? {};
	return [firstname ?? null, lastname ?? null];
};

describe('a lead with an incomplete name, at HubSpot', () => {
	it.each([
		[{}, 'Ada', ['Ada', null]],
		[{}, ' ', [null, null]],
		[{ oneWordName: 'last' }, ' Ada ', [null, 'Ada']],
		[{ withoutName: 'Unknown' }, '', ['Unknown', null]],
		[{ withoutName: 'Unknown', oneWordName: 'last' }, '  ', [null, 'Unknown']],
		[{ withoutName: 'Not Known', oneWordName: 'last' }, '', ['Not', 'Known']],
		[{ withoutName: 'Unknown', oneWordName: 'last' }, 'Ada Byron', ['Ada', 'Byron']],
	])('with %j, "%s" becomes %j', async (settings, name, expected) => {
		const lead = newLead({ name });
		expect(crm(settings).preview(OF, lead).refusal).toBeNull();
		expect(await crm(settings).writePage(pageOf([lead]))).toEqual({ written: 1, refused: [] });
		expect(nameOf(lead.email)).toEqual(expected);
	});

	it('keeps the name of a known person, also with "existing: newest"', async () => {
		hubspot.account.addProperty('seen_at', 'datetime', { fieldType: 'date' });
		const properties = { firstname: 'firstName', lastname: 'lastName', seen_at: 'capturedAt' };
		const destination = crm({ properties, existing: 'newest', withoutName: 'Unknown', oneWordName: 'last' });
		const known = newLead({ name: 'Ada Byron' });
		await destination.writePage(pageOf([known]));
		await destination.writePage(pageOf([newLead({ name: '', email: known.email })]));
		expect(nameOf(known.email)).toEqual(['Ada', 'Byron']);
	});
});

describe('the name of a contact of several leads, at HubSpot', () => {
	const SEEN = { firstname: 'firstName', lastname: 'lastName', seen_at: 'capturedAt' };
	const NEWEST = { properties: SEEN, existing: 'newest' };
	beforeEach(() => hubspot.account.addProperty('seen_at', 'datetime', { fieldType: 'date' }));

	/** The contact of leads with these names. A list is a page. */
	async function contactOf(settings: object, ...pages: string[][]) {
		const email = 'ada@example.com';
		for (const names of pages) await crm(settings).writePage(pageOf(names.map((name) => newLead({ name, email }))));
		return nameOf(email);
	}

	it.each([
		[
			['Ada Lovelace', ''],
			['Ada', 'Lovelace'],
		],
		[
			['', 'Ada'],
			['Ada', null],
		],
		[
			['', ' '],
			['Unknown', null],
		],
		[
			['Ada Lovelace', 'Bob'],
			['Ada', 'Lovelace'],
		],
		[
			['Bob', 'Ada Lovelace'],
			['Ada', 'Lovelace'],
		],
		[
			['Ada Lovelace', 'Grace Hopper'],
			['Grace', 'Hopper'],
		],
	])('of a page with %j is %j', async (names, expected) => {
		expect(await contactOf({ withoutName: 'Unknown' }, names)).toEqual(expected);
	});

	it.each([
		[{ withoutName: 'Unknown' }, ['', 'Ada'], ['Ada', null]],
		[{ withoutName: 'Unknown' }, ['', 'Ada Lovelace'], ['Ada', 'Lovelace']],
		[{ withoutName: 'Unknown', oneWordName: 'last' }, ['', 'Ada Lovelace', ''], ['Ada', 'Lovelace']],
		[{ withoutName: 'Not Known' }, ['', 'Ada'], ['Ada', '']],
		[{}, ['Ada', 'Ada Lovelace', 'Bob Hope'], ['Ada', 'Lovelace']],
		[{}, ['Bob', 'Ada Lovelace'], ['Bob', null]],
		[NEWEST, ['Ada Lovelace', 'Bob'], ['Ada', 'Lovelace']],
		[NEWEST, ['Ada Lovelace', 'Grace Hopper', 'Bob'], ['Grace', 'Hopper']],
		[NEWEST, ['Bob', 'Ada Lovelace'], ['Ada', 'Lovelace']],
	])('with %j, of %j one after another is %j', async (settings, names, expected) => {
		expect(await contactOf(settings, ...names.map((name) => [name]))).toEqual(expected);
	});
});

it('skips and counts leads without an address at HubSpot, if the settings say so', async () => {
	const destination = crm({ withoutEmail: 'skip' });
	const leads = [newLead({ email: ' ' }), newLead(), newLead({ email: '' })];
	expect(await destination.writePage(pageOf(leads))).toEqual({ written: 1, refused: [], skipped: 2 });
	expect(await destination.writePage(pageOf([newLead({ email: '' })]))).toEqual({
		written: 0,
		refused: [],
		skipped: 1,
	});
	expect(destination.preview(OF, newLead({ email: '' })).refusal).toMatch(/skipped/);
});

describe('a lead with an incomplete name, in PostgreSQL', () => {
	const cluster = useCluster();

	it('gets into columns that must not be null', async () => {
		const url = await cluster().database('crm');
		await query(
			url,
			'CREATE TABLE people (source text, nr int, first text, last text NOT NULL CHECK (last <> $$$$), PRIMARY KEY (source, nr))',
		);
		const columns = { source: 'connection', nr: 'id', first: 'firstName', last: 'lastName' };
		const leads = [newLead({ name: 'Ada Byron' }), newLead({ name: 'Ada' }), newLead({ name: '' })];
		const asGiven = postgresqlOf({ url, table: 'people', columns });
		const settled = postgresqlOf({ url, table: 'people', columns, withoutName: 'Unknown', oneWordName: 'last' });
		await asGiven.check();
		const first = await asGiven.writePage(pageOf(leads));
		expect(first.refused.map(({ leadId }) => leadId)).toEqual([leads[1]?.id, leads[2]?.id]);
		const kept = await settled.readCursor(OF);
		const second = await settled.writePage({ ...pageOf(leads), kept });
		expect(second).toMatchObject({ written: 2, refused: [] });
		const rows = await query(url, 'SELECT first, last FROM people ORDER BY nr');
		expect(rows).toEqual([
			{ first: 'Ada', last: 'Byron' },
			{ first: null, last: 'Ada' },
			{ first: null, last: 'Unknown' },
		]);
		await Promise.all([asGiven.close(), settled.close()]);
	});
});
