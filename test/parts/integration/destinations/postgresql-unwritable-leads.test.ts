import type { Lead } from '../../../../api';
import type { LeadsOf } from '../../../../worker/destinations/destination';
import type { PostgresqlDestination } from '../../../../worker/destinations/postgresql/postgresql-destination';
import { query } from '../../../support/postgresql/start-cluster';
import { useCluster } from '../../../support/postgresql/use-cluster';
import { newLead, OF, pageOf, personWith } from './lead';
import { postgresqlOf } from './postgresql-of';

const COLUMNS = { source: 'connection', nr: 'id', mail: 'email', age: 'fields.age', kept: 'fields' };

const cluster = useCluster();
let url: string;
let destination: PostgresqlDestination;
let own: PostgresqlDestination;

beforeAll(async () => {
	url = await cluster().database('crm');
	await query(
		url,
		`CREATE TABLE people (source text, nr int, mail text, age int, kept jsonb, PRIMARY KEY (source, nr));
		CREATE FUNCTION judge() RETURNS trigger LANGUAGE plpgsql AS $$
			BEGIN
				IF NEW.mail LIKE 'raises-%' THEN RAISE EXCEPTION 'This one raises.' USING ERRCODE = split_part(split_part(NEW.mail, '@', 1), '-', 2); END IF;
				RETURN NEW;
			END $$;
		CREATE TRIGGER judge BEFORE INSERT ON people FOR EACH ROW EXECUTE FUNCTION judge();
		CREATE ROLE writer LOGIN;`,
	);
	destination = postgresqlOf({ url, table: 'people', columns: COLUMNS });
	own = postgresqlOf({ url });
	await Promise.all([destination.check(), own.check()]);
});
afterAll(() => Promise.all([destination.close(), own.close()]));

let agents = 0;
const newAgent = (): LeadsOf => ({ ...OF, agentId: `agent_${(agents += 1)}` });

/** Writes the page as a sync does. @returns what was refused, as the row of the sync keeps it */
async function write(to: PostgresqlDestination, leads: Lead[], of = newAgent()) {
	const kept = await to.readCursor(of);
	const { written, refused } = await to.writePage({ ...pageOf(leads), of, kept });
	expect((await to.readCursor(of))?.refused).toEqual(refused);
	expect(written).toBe(leads.length - refused.length);
	return refused;
}

/** Deeper than JSON.stringify follows. */
function deep(levels: number): object {
	let value: object = {};
	for (let level = 0; level < levels; level += 1) value = { in: value };
	return value;
}

it.each([0, 1])('keeps why a lead was refused where the cut falls amid a character (%d before it)', async (before) => {
	const age = 'x'.repeat(before) + '😀'.repeat(200);
	const leads = [newLead(), newLead({ fields: { age } }), newLead()];
	const [refusal, ...others] = await write(destination, leads);
	expect(others).toEqual([]);
	expect(refusal?.leadId).toBe(leads[1]?.id);
	expect(refusal?.reason).toMatch(/\(22P02\).*😀/);
	expect(refusal?.reason.isWellFormed()).toBe(true);
});

it.each<[string, Partial<Lead>, string]>([
	['a number out of the range of its column', { id: 2 ** 40 }, '22003'],
	['fields that are too much for the database', { email: 'raises-54001@example.com' }, '54001'],
	['fields as deep as no program goes', { fields: { note: deep(50_000) } }, 'too deeply'],
	['what a trigger raises with a code of its own', { email: 'raises-LE001@example.com' }, 'LE001'],
	['what a trigger asserts', { email: 'raises-P0004@example.com' }, 'P0004'],
])('refuses a lead with %s, and brings the others', async (_what, more, reason) => {
	const leads = [newLead(), newLead(), newLead(more), newLead(), newLead()];
	const refused = await write(destination, leads);
	expect(refused).toMatchObject([{ leadId: leads[2]?.id, reason: expect.stringContaining(reason) as string }]);
	// Only a trigger of the table could refuse every lead.
	expect(refused[0]?.kind).toBe(/^(LE|P0)/.test(reason) ? undefined : 'set_aside');
});

it('finds and erases a person whose address has U+0000', async () => {
	const of = newAgent();
	const email = 'nul\0@example.com';
	expect(await write(own, [newLead({ email: `  ${email.toUpperCase()}` }), newLead()], of)).toEqual([]);
	const person = personWith(email);
	expect(await own.countPerson(person)).toBe(1);
	await own.erasePerson(person);
	expect(await own.countPerson(person)).toBe(0);
});

it('brings U+0000 into columns of every type that takes texts', async () => {
	const to = postgresqlOf({
		url,
		table: 'odd',
		columns: { source: 'connection', nr: 'id', j: 'fields.note', t: 'fields.note', whole: 'fields', city: 'city' },
	});
	await query(
		url,
		'CREATE TABLE odd (source text, nr int, j jsonb, t text, whole json, city varchar(9), PRIMARY KEY (source, nr))',
	);
	try {
		await to.check();
		const note = { 'k\0': ['v\0', '\\u0000', '\\\0'] };
		const lead = newLead({ city: '\0K\0ln\0', fields: { note, 'other\0': '\0' } });
		expect(await write(to, [lead])).toEqual([]);
		const kept = { 'k\ufffd': ['v\ufffd', '\\u0000', '\\\ufffd'] };
		expect(await query(url, 'SELECT j, t::json AS t, whole, city FROM odd')).toEqual([
			{ j: kept, t: kept, whole: { note: kept, 'other\ufffd': '\ufffd' }, city: '\ufffdK\ufffdln\ufffd' },
		]);
	} finally {
		await to.close();
	}
});

it('brings a lead that has U+0000 or half of a character, which are shown as U+FFFD', async () => {
	const lead = newLead({
		name: 'Ada \0\ud83d',
		fields: { 'note\udc00\0': ['\ud83dx', '😀 \\ud83d', 'a\0b', '\\u0000'] },
	});
	expect(await write(own, [newLead(), lead, newLead()])).toEqual([]);
	expect(await query(url, 'SELECT name, fields FROM leads WHERE lead_id = $1', [lead.id])).toEqual([
		{
			name: 'Ada \ufffd\ufffd',
			fields: { 'note\ufffd\ufffd': ['\ufffdx', '😀 \\ud83d', 'a\ufffdb', '\\u0000'] },
		},
	]);
});

it('refuses what a policy of the table does not let in', async () => {
	await query(
		url,
		`CREATE TABLE guarded (LIKE people INCLUDING ALL); ALTER TABLE guarded ENABLE ROW LEVEL SECURITY;
		GRANT SELECT, INSERT ON guarded TO writer; GRANT SELECT, INSERT, UPDATE ON agent_knowledge_syncs TO writer;
		CREATE POLICY ours ON guarded USING (true) WITH CHECK (mail LIKE '%@example.com')`,
	);
	const guarded = postgresqlOf({ url: url.replace('tester@', 'writer@'), table: 'guarded', columns: COLUMNS });
	try {
		const leads = [newLead(), newLead({ email: 'ada@elsewhere.example' })];
		expect(await write(guarded, leads)).toMatchObject([{ leadId: leads[1]?.id }]);
		await query(url, 'REVOKE INSERT ON guarded FROM writer');
		await expect(write(guarded, [newLead()])).rejects.toMatchObject({ name: 'DestinationHeldError' });
	} finally {
		await guarded.close();
	}
});

it('finds many that are refused in a page of a hundred', async () => {
	const leads = Array.from({ length: 100 }, (_, index) => newLead(index % 9 === 0 ? { fields: { age: 'old' } } : {}));
	const refused = await write(destination, leads);
	expect(refused.map(({ leadId }) => leadId)).toEqual(leads.filter((_, index) => index % 9 === 0).map(({ id }) => id));
});

it('writes a page that has more values than one statement takes', async () => {
	const names = Array.from({ length: 700 }, (_, index) => `f${index}`);
	await query(
		url,
		`CREATE TABLE wide (source text, nr int, ${names.map((name) => `${name} text`).join(', ')}, PRIMARY KEY (source, nr))`,
	);
	const fields = Object.fromEntries(names.map((name) => [name, `fields.${name}`]));
	const wide = postgresqlOf({ url, table: 'wide', columns: { source: 'connection', nr: 'id', ...fields } });
	try {
		expect(
			await write(
				wide,
				Array.from({ length: 100 }, () => newLead({ fields: { f699: 'last' } })),
			),
		).toEqual([]);
		expect(await query(url, "SELECT count(*)::int FROM wide WHERE f699 = 'last'")).toEqual([{ count: 100 }]);
	} finally {
		await wide.close();
	}
});

it.each([
	['a deadlock', '40P01'],
	['a serialization failure', '40001'],
	['a full disk', '53100'],
	['too little memory', '53200'],
	['a missing permission', '42501'],
	['a missing table', '42P01'],
	['a statement that was cancelled', '57014'],
	['a lock that is not to be had', '55P03'],
	['a database that only reads', '25006'],
	['a file that cannot be read', '58030'],
	['a broken connection', '08006'],
])('refuses nobody and holds the page at %s', async (_what, code) => {
	const of = newAgent();
	const bad = newLead({ email: `raises-${code}@example.com` });
	const leads = [newLead(), newLead({ fields: { age: 'old' } }), bad];
	await expect(write(destination, leads, of)).rejects.toMatchObject({
		name: 'DestinationHeldError',
		message: expect.stringContaining(code) as string,
	});
	expect(await destination.readCursor(of)).toBeNull();
	expect(await query(url, 'SELECT nr FROM people WHERE nr = ANY($1)', [leads.map(({ id }) => id)])).toEqual([]);
	// The next attempt meets a database that works again.
	await query(url, 'ALTER TABLE people DISABLE TRIGGER judge');
	try {
		expect(await write(destination, leads, of)).toMatchObject([{ leadId: leads[1]?.id }]);
	} finally {
		await query(url, 'ALTER TABLE people ENABLE TRIGGER judge');
	}
});

it('holds every lead, and loses none, while the table has a column that none of them fills', async () => {
	const of = newAgent();
	const leads = [newLead(), newLead()];
	await query(
		url,
		"ALTER TABLE people ADD COLUMN owner text NOT NULL DEFAULT ''; ALTER TABLE people ALTER COLUMN owner DROP DEFAULT",
	);
	try {
		// The first page meets the column, and the check of the next one names it.
		for (const words of ['owner', 'must not be null and has no default'])
			await expect(write(destination, leads, of)).rejects.toMatchObject({
				name: 'DestinationHeldError',
				message: expect.stringContaining(words) as string,
			});
	} finally {
		await query(url, 'ALTER TABLE people DROP COLUMN owner');
	}
	expect(await write(destination, leads, of)).toEqual([]);
});
