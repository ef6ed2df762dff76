import { checkDestinations } from '../../../../worker/cli/doctor/check-storage';
import { destinationsSchema } from '../../../../worker/destinations/kind-lookup';
import { type HubSpotServer, startHubSpot } from '../../../support/hubspot/hubspot-server';
import { query } from '../../../support/postgresql/start-cluster';
import { useCluster } from '../../../support/postgresql/use-cluster';
import { type Receiver, startReceiver } from './receiver';

const cluster = useCluster();
let url: string;
let hubspot: HubSpotServer;
let receiver: Receiver;

beforeAll(async () => {
	url = await cluster().database('crm');
});
beforeEach(async () => {
	[hubspot, receiver] = await Promise.all([startHubSpot(), startReceiver()]);
});
afterEach(async () => {
	await Promise.all([hubspot.close(), receiver.close()]);
});

/** What `agent-knowledge doctor` says on a destination. */
async function said(settings: object): Promise<[status: string, detail: string]> {
	const [check] = await checkDestinations(destinationsSchema.parse({ crm: settings }));
	if (check === undefined) throw new Error('Nothing was checked.');
	return [check.status, check.detail];
}

const hook = (more: object = {}) => said({ type: 'webhook', url: receiver.url, secret: receiver.secret, ...more });
const crm = (more: object = {}) => said({ type: 'hubspot', accessToken: hubspot.token, baseUrl: hubspot.url, ...more });

describe('a webhook', () => {
	it('takes leads when it takes a signed ping', async () => {
		expect(await hook()).toEqual([
			'ok',
			expect.stringMatching(/^Leads can be written to .*\. .* answered a signed ping with 204\.$/) as string,
		]);
		await hook();
		expect(receiver.deliveries).toEqual([]);
		expect([receiver.pings.length, new Set(receiver.pings).size]).toEqual([2, 2]);
		expect(receiver.pings.every((id) => /^ping_[\da-f-]{36}$/.test(id))).toBe(true);
	});

	it('takes none when it does not take the signature', async () => {
		const [status, detail] = await hook({ secret: `whsec_${Buffer.alloc(32, 9).toString('base64')}` });
		expect([status, detail]).toEqual(['fail', expect.stringContaining('with 401. Check the secret on both sides')]);
	});

	it.each([302, 404, 405, 429, 500, 503])('takes none when it answers %d', async (status) => {
		receiver.pingStatus = status;
		expect(await hook()).toEqual(['fail', expect.stringContaining(`answered a signed ping with ${status}`)]);
	});

	it.each([400, 422])('is not known to take leads when it refuses the ping with %d', async (status) => {
		receiver.pingStatus = status;
		expect(await hook()).toEqual([
			'warn',
			expect.stringMatching(/^The test does not prove that leads can be written .*Make the receiver respond with 2xx/),
		]);
	});
});

describe('HubSpot', () => {
	it('takes contacts when it finds one invalid and not forbidden, and keeps none', async () => {
		expect(await crm()).toEqual([
			'ok',
			expect.stringMatching(/^Leads can be written .* Nothing was created\. A lead without an email is set aside\.$/),
		]);
		expect(hubspot.requests.at(-1)).toBe('POST /crm/v3/objects/contacts');
		expect(hubspot.account.all()).toEqual([]);
	});

	it('takes none when it forbids to write, whatever the token says of itself', async () => {
		hubspot.forbidWriting();
		expect(await crm()).toEqual([
			'fail',
			expect.stringContaining('accessToken was answered by HubSpot with the status 403'),
		]);
	});

	it('has a contact deleted that it creates all the same', async () => {
		hubspot.account.addProperty('agent_knowledge_probe_of_no_property');
		expect(await crm()).toEqual(['ok', expect.stringContaining('The worker deleted it again')]);
		expect(hubspot.account.all()).toEqual([]);
	});
});

describe('PostgreSQL', () => {
	const table = (name: string, columns: object) => said({ type: 'postgresql', url, table: name, columns });
	const COLUMNS = { source: 'connection', nr: 'id', mail: 'email' };

	it('takes leads when it took one and the row of a sync, neither of which stays', async () => {
		expect(await said({ type: 'postgresql', url })).toEqual([
			'ok',
			expect.stringMatching(
				/^Leads can be written .* written into "public"\."leads" once and not twice.* rolled back\.$/,
			),
		]);
		expect(await query(url, 'SELECT 1 FROM leads UNION ALL SELECT 1 FROM agent_knowledge_syncs')).toEqual([]);
	});

	it('takes none when its table cannot be written, though every column and right is there', async () => {
		await query(
			url,
			`CREATE TABLE locked (source text, nr int, mail text, PRIMARY KEY (source, nr));
			CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM 1 FROM no_such_table; RETURN NEW; END';
			CREATE TRIGGER broken BEFORE INSERT ON locked FOR EACH ROW EXECUTE FUNCTION broken()`,
		);
		expect(await table('locked', COLUMNS)).toEqual(['fail', expect.stringContaining('"no_such_table" does not exist')]);
	});

	it('takes none when the database only reads', async () => {
		await said({ type: 'postgresql', url });
		const reading = await cluster().database('reading');
		expect((await said({ type: 'postgresql', url: reading }))[0]).toBe('ok');
		await query(url, 'ALTER DATABASE reading SET default_transaction_read_only = on');
		expect(await said({ type: 'postgresql', url: reading })).toEqual(['fail', expect.stringContaining('25006')]);
	});

	it('takes none when the row of a sync cannot be written', async () => {
		const closed = await cluster().database('closed');
		await said({ type: 'postgresql', url: closed });
		await query(
			closed,
			'ALTER TABLE agent_knowledge_syncs DROP CONSTRAINT agent_knowledge_syncs_pkey, ADD COLUMN more int NOT NULL',
		);
		expect(await said({ type: 'postgresql', url: closed })).toEqual(['fail', expect.stringContaining('23502')]);
	});

	it('is not known to take leads when it refuses a made-up one', async () => {
		await query(
			url,
			`CREATE TABLE strict (source text, nr int, mail text CHECK (mail LIKE '%.com'), PRIMARY KEY (source, nr))`,
		);
		expect(await table('strict', COLUMNS)).toEqual([
			'warn',
			expect.stringMatching(/^The test does not prove that leads can be written .*strict_mail_check.* rolled back\.$/),
		]);
	});

	it('is not known to take leads when a trigger leaves them out', async () => {
		await query(
			url,
			`CREATE TABLE hole (source text, nr int, mail text, PRIMARY KEY (source, nr));
			CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
			CREATE TRIGGER nothing BEFORE INSERT ON hole FOR EACH ROW EXECUTE FUNCTION nothing()`,
		);
		expect(await table('hole', COLUMNS)).toEqual(['warn', expect.stringContaining('counted 0 and then 0 new rows')]);
	});
});
