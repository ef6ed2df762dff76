import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as Database } from 'pg';
import { Client, Connection } from '@temporalio/client';
import { eventually } from '../../../support/time/eventually';
import { personStores } from '../../../../worker/privacy/person-stores';
import { Destinations } from '../../../../worker/destinations';
import { destinationsSchema } from '../../../../worker/destinations/kind-lookup';
import type { KeptCursor } from '../../../../worker/destinations/destination';
import type { PostgresqlDestination } from '../../../../worker/destinations/postgresql/postgresql-destination';
import { SyncedPersons } from '../../../../worker/privacy';
import { newSearch } from '../../../../worker/privacy/search';
import { searchDestinations } from '../../../../worker/privacy/search-all';
import { openBlobs } from '../../../../worker/storage/blobs';
import { Buckets } from '../../../../worker/storage/buckets';
import { blobsSchema } from '../../../../worker/storage/settings';
import { Keyring } from '../../../../worker/temporal';
import { query } from '../../../support/postgresql/start-cluster';
import { useCluster } from '../../../support/postgresql/use-cluster';
import { newLead, OF, pageOf, personWith } from './lead';
import { postgresqlOf } from './postgresql-of';

// A person is erased while leads of the person are refused, or are being written.

const COLUMNS = { source: 'connection', nr: 'id', mail: 'email' };
const EMAIL = 'ana@client.example';
/** An insert of the person's lead takes until nobody has this lock of the database. */
const GATE = 4711;

const cluster = useCluster();
let url: string;
let destination: PostgresqlDestination;
let agents = 0;

beforeAll(async () => {
	url = await cluster().database('crm');
	await query(
		url,
		`CREATE TABLE people (source text, nr bigint, mail text CHECK (mail <> 'refused@client.example'), PRIMARY KEY (source, nr));
		CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$
			BEGIN
				IF NEW.mail = '${EMAIL}' THEN PERFORM pg_advisory_xact_lock_shared(${GATE}); END IF;
				RETURN NEW;
			END $$;
		CREATE TRIGGER wait BEFORE INSERT ON people FOR EACH ROW EXECUTE FUNCTION wait();`,
	);
	destination = postgresqlOf({ url, table: 'people', columns: COLUMNS });
	await destination.check();
});
afterAll(() => destination.close());
const gates: Database[] = [];
beforeEach(() => query(url, 'DELETE FROM people'));
afterEach(async () => {
	await Promise.all(gates.splice(0).map((gate) => gate.end()));
});

const newAgent = () => ({ ...OF, agentId: `agent_${(agents += 1)}` });
const person = personWith(EMAIL);
const theirLeads = () => query(url, 'SELECT nr FROM people WHERE mail = $1', [EMAIL]);

/** The state of a sync whose first page is written. */
async function begun(of: typeof OF, unheard: KeptCursor['refused'] = []): Promise<KeptCursor> {
	await destination.writePage({ ...pageOf([newLead()]), of, unheard });
	const kept = await destination.readCursor(of);
	if (kept === null) throw new Error('There is no row.');
	return kept;
}

/** How many statements wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
	await eventually(
		() => query(url, "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"),
		(waiting) => waiting.length === count,
		`${count} statements that wait`,
	);
}

/** Starts a write that waits inside its transaction. @returns its outcome, and what lets it end */
async function waitingWrite(write: () => Promise<unknown>) {
	const gate = new Database({ connectionString: url });
	gates.push(gate);
	await gate.connect();
	await gate.query('SELECT pg_advisory_lock($1)', [GATE]);
	const outcome = write().then(
		() => 'written',
		(error: unknown) => String(error),
	);
	await untilWaiting(1);
	return { outcome, open: () => gate.end() };
}

describe('a person who was refused', () => {
	it('is counted by the lead and by the reason, and forgotten without a row of the table', async () => {
		const of = newAgent();
		const [refused, other] = [newLead({ email: 'refused@client.example' }), newLead()];
		await begun(of, [
			{ leadId: 9_001, reason: `nobody wants <${EMAIL.toUpperCase()}>` },
			{ leadId: 9_002, reason: `nobody wants jo${EMAIL}` },
		]);
		const kept = await destination.readCursor(of);
		await destination.writePage({ ...pageOf([refused, other]), of, kept, unheard: kept?.refused ?? [] });
		const byLead = personWith('refused@client.example', [{ connection: of.connection, leadId: refused.id }]);
		const ofOthers = personWith('nobody@client.example', [{ connection: 'another', leadId: refused.id }]);
		const counts = async () => Promise.all([person, byLead, ofOthers].map((each) => destination.countPerson(each)));
		expect(await counts()).toEqual([1, 1, 0]);
		await destination.erasePerson(ofOthers);
		await destination.erasePerson(person);
		await destination.erasePerson(byLead);
		expect(await counts()).toEqual([0, 0, 0]);
		expect((await destination.readCursor(of))?.refused.map(({ leadId }) => leadId)).toEqual([9_002]);
	});

	it('is forgotten in rows of destinations that the configuration no longer has', async () => {
		const of = newAgent();
		await begun(of, [{ leadId: 9_003, reason: `nobody wants ${EMAIL}` }]);
		await query(url, "UPDATE agent_knowledge_syncs SET destination = 'old' WHERE agent_id = $1", [of.agentId]);
		await destination.erasePerson(person);
		const rows = await query(url, 'SELECT refused FROM agent_knowledge_syncs WHERE agent_id = $1', [of.agentId]);
		expect(rows).toEqual([{ refused: [] }]);
	});
});

it('erases an address in both forms of its characters', async () => {
	const of = newAgent();
	const theirs = personWith('jos\u00e9@client.example');
	const [composed, decomposed] = (['NFC', 'NFD'] as const).map((form) => theirs.email.normalize(form));
	const other = newLead({ email: 'jose@client.example' });
	const leads = [newLead({ email: composed ?? '' }), newLead({ email: ` ${decomposed?.toUpperCase()}` }), other];
	await destination.writePage({ ...pageOf(leads), of });
	expect(await destination.countPerson(theirs)).toBe(2);
	await destination.erasePerson(theirs);
	expect(await query(url, 'SELECT nr::int FROM people')).toEqual([{ nr: other.id }]);
});

describe('a person whose lead is being written', () => {
	it('does not come with a page that had not changed its row', async () => {
		const of = newAgent();
		const kept = await begun(of);
		const page = { ...pageOf([newLead({ email: EMAIL })]), of, kept };
		const { outcome, open } = await waitingWrite(() => destination.writePage(page));
		await destination.erasePerson(person);
		await open();
		expect(await outcome).toContain('Another writer');
		expect(await theirLeads()).toEqual([]);
		// It reads the page again, without the person.
		const again = await destination.readCursor(of);
		await destination.writePage({ ...pageOf([newLead()]), of, kept: again });
	});

	it.each([
		['the first page of a sync', () => Promise.resolve(null), 'page'],
		['a lead that was refused before', begun, 'lead'],
		['a lead of a sync without a row', () => Promise.resolve(null), 'lead'],
	] as const)('is erased after %s', async (_what, keptOf, what) => {
		const of = newAgent();
		const kept = await keptOf(of);
		const lead = newLead({ email: EMAIL });
		const { outcome, open } = await waitingWrite(() =>
			what === 'page' ? destination.writePage({ ...pageOf([lead]), of, kept }) : destination.writeLead(of, lead, kept),
		);
		const erasing = destination.erasePerson(person);
		await untilWaiting(2);
		await open();
		await erasing;
		expect([await outcome, await theirLeads()]).toEqual(['written', []]);
	});

	it('does not come with a lead that was read before the erasure', async () => {
		const of = newAgent();
		const kept = await begun(of);
		await destination.erasePerson(person);
		const writing = destination.writeLead(of, newLead({ email: EMAIL }), kept);
		await expect(writing).rejects.toThrow(/Another writer .* reads the lead again/);
		expect(await theirLeads()).toEqual([]);
	});

	it('is erased by a search that counts nothing, and not by one that only looks', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-erasure-'));
		const connection = Connection.lazy();
		const settings = { type: 'postgresql', url, table: 'people', columns: COLUMNS };
		const destinations = new Destinations(destinationsSchema.parse({ crm: settings }));
		try {
			const blobs = openBlobs(blobsSchema.parse({ directory: folder }));
			const keyring = new Keyring({ keys: [{ id: 'k', secret: Buffer.alloc(32).toString('base64') }], current: 'k' });
			const synced = new SyncedPersons(blobs.store, keyring);
			const searched = {
				client: new Client({ connection }),
				blobs,
				buckets: new Buckets({}),
				destinations,
				synced,
				sets: personStores({ blobs, keyring }).sets,
			};
			const of = newAgent();
			const kept = await begun(of);
			for (const mode of ['find', 'erase'] as const) {
				const theirs = { email: EMAIL, leads: [] };
				const search = newSearch(searched, { mode, person: theirs, since: 0, report: () => undefined });
				await searchDestinations(search);
				expect(search.places).toEqual([]);
				expect((await destination.readCursor(of))?.version).toBe(kept.version + (mode === 'erase' ? 1 : 0));
			}
		} finally {
			await Promise.all([...destinations.ofFile().map((each) => each.close()), connection.close()]);
			await rm(folder, { recursive: true });
		}
	});
});
