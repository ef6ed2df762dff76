import { randomBytes } from 'node:crypto';
import type { PostgresqlDestination } from '../../../../worker/destinations/postgresql/postgresql-destination';
import { query } from '../../../support/postgresql/start-cluster';
import { useCluster } from '../../../support/postgresql/use-cluster';
import { newLead, OF, pageOf } from './lead';
import { postgresqlOf } from './postgresql-of';

const COLUMNS = { source: 'connection', nr: 'id', mail: 'email', note: 'fields.note' };

const cluster = useCluster();
let url: string;
let destination: PostgresqlDestination;

beforeAll(async () => {
	url = await cluster().database('crm');
	await query(url, "CREATE TABLE known (mail text PRIMARY KEY); INSERT INTO known VALUES ('ada@example.com')");
	await query(
		url,
		`CREATE TABLE people (source text, nr bigint, mail text REFERENCES known DEFERRABLE INITIALLY DEFERRED,
			note text, PRIMARY KEY (source, nr))`,
	);
	await query(url, 'CREATE INDEX ON people (note)');
	destination = postgresqlOf({ url, table: 'people', columns: COLUMNS });
});
afterAll(() => destination.close());

const email = 'ada@example.com';

describe('PostgreSQL as a destination', () => {
	it('refuses the lead that its table does not take, whenever the table looks, and brings the others', async () => {
		const leads = [
			newLead({ email }),
			newLead({ email: 'unknown@example.com' }),
			newLead({ email, fields: { note: randomBytes(6_000).toString('base64') } }),
			newLead({ email }),
		];
		await destination.readCursor(OF);
		const { written, refused } = await destination.writePage(pageOf(leads));
		expect(written).toBe(2);
		expect(refused).toEqual([
			{ leadId: leads[1]?.id, reason: expect.stringContaining('people_mail_fkey') as string, kind: 'set_aside' },
			{ leadId: leads[2]?.id, reason: expect.stringContaining('(54000)') as string, kind: 'set_aside' },
		]);
	});

	it('sends no settings when it connects, and limits each of its transactions', async () => {
		const seen = ['statement_timeout', 'idle_in_transaction_session_timeout'];
		await query(
			url,
			`CREATE TABLE limits (source text, nr bigint, seen text, PRIMARY KEY (source, nr));
			CREATE FUNCTION look() RETURNS trigger LANGUAGE plpgsql AS $$
				BEGIN
					SELECT string_agg(name || ' ' || setting || ' ' || source || ' ' || reset_val, ', ' ORDER BY name DESC) INTO NEW.seen
						FROM pg_settings WHERE name IN ('${seen.join("', '")}');
					RETURN NEW;
				END $$;
			CREATE TRIGGER look BEFORE INSERT ON limits FOR EACH ROW EXECUTE FUNCTION look();`,
		);
		const limited = postgresqlOf({ url, table: 'limits', columns: { source: 'connection', nr: 'id' } });
		try {
			await limited.writeLead(OF, newLead(), await limited.readCursor(OF));
		} finally {
			await limited.close();
		}
		expect(await query(url, 'SELECT seen FROM limits')).toEqual([
			{ seen: 'statement_timeout 30000 session 0, idle_in_transaction_session_timeout 60000 session 0' },
		]);
	});

	it('keeps what was refused beside the cursor, until a page is written of which nothing is unheard', async () => {
		const of = { ...OF, agentId: 'agent_refused' };
		const lead = newLead({ email: 'unknown@example.com' });
		const write = async (leads = [newLead({ email })], unheard: Array<{ leadId: number; reason: string }> = []) => {
			const kept = await destination.readCursor(of);
			const { refused } = await destination.writePage({ ...pageOf(leads), of, kept, unheard });
			expect((await destination.readCursor(of))?.refused).toEqual(refused);
			return refused;
		};
		const first = await write([lead]);
		expect(first).toMatchObject([{ leadId: lead.id }]);
		expect(await write(undefined, first)).toEqual(first);
		expect(await write()).toEqual([]);
	});
});
