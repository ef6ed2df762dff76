import { DatabaseError } from 'pg';
import { z } from 'zod';
import type { Lead } from '../../../../api';
import type { KeptCursor, LeadsOf } from '../../../../worker/destinations/destination';
import type { PostgresqlDestination } from '../../../../worker/destinations/postgresql/postgresql-destination';
import { query } from '../../../support/postgresql/start-cluster';
import { useCluster } from '../../../support/postgresql/use-cluster';
import { newLead, OF, pageOf } from './lead';
import { postgresqlOf } from './postgresql-of';

const COLUMNS = { source: 'connection', nr: 'id', age: 'fields.age' };

const cluster = useCluster();
let url: string;
let destination: PostgresqlDestination;

beforeAll(async () => {
	url = await cluster().database('crm');
	await query(
		url,
		`CREATE TABLE people (source text, nr bigint, age int CHECK (age < 150), PRIMARY KEY (source, nr));
		CREATE FUNCTION judge() RETURNS trigger LANGUAGE plpgsql AS $$
			BEGIN
				IF NEW.age = 99 THEN RAISE EXCEPTION 'It is full.' USING ERRCODE = '53100'; END IF;
				RETURN NEW;
			END $$;
		CREATE TRIGGER judge BEFORE INSERT ON people FOR EACH ROW EXECUTE FUNCTION judge();
		CREATE TYPE pair AS (one int, other text); CREATE DOMAIN pairs AS pair;
		CREATE TYPE mood AS ENUM ('sad', 'ok'); CREATE DOMAIN short AS varchar(3);
		CREATE DOMAIN numbers AS int[] CHECK (array_length(VALUE, 1) < 3);`,
	);
	destination = postgresqlOf({ url, table: 'people', columns: COLUMNS });
});
afterAll(() => destination.close());

let agents = 0;

/** A sync whose first page is written. */
async function begun(): Promise<{ of: LeadsOf; kept: KeptCursor }> {
	const of = { ...OF, agentId: `agent_${(agents += 1)}` };
	await destination.readCursor(of);
	await destination.writePage({ ...pageOf([newLead()]), of });
	const kept = await destination.readCursor(of);
	if (kept === null) throw new Error('There is no row.');
	return { of, kept };
}

/** A page of two leads, the second one of this age. The cursor shows which page it is. */
function page(number: number, age?: string) {
	const leads = [newLead(), newLead(age === undefined ? {} : { fields: { age } })];
	return { leads, cursor: { ...pageOf([]).cursor, completeAt: number } };
}

async function written(pages: Array<{ leads: Lead[] }>): Promise<number[]> {
	const ids = pages.flatMap(({ leads }) => leads.map(({ id }) => id));
	const rows = await query(url, 'SELECT nr::int FROM people WHERE nr = ANY ($1)', [ids]);
	const there = new Set(
		z
			.array(z.object({ nr: z.number() }))
			.parse(rows)
			.map(({ nr }) => nr),
	);
	return pages.map(({ leads }) => leads.filter(({ id }) => there.has(id)).length);
}

describe('pages that are written together', () => {
	it('are one step of the row, and their state is what the row then has', async () => {
		const { of, kept } = await begun();
		const pages = [page(1), page(2, '20'), page(3)];
		const answer = await destination.writePages({ of, kept, pages });
		expect(answer).toMatchObject({ written: 6, refused: [], pages: 3, kept: { version: kept.version + 1 } });
		expect(answer.kept.cursor.completeAt).toBe(3);
		expect(await destination.readCursor(of)).toEqual(answer.kept);
		const again = await destination.writePages({ of, kept: answer.kept, pages });
		expect([again.written, await written(pages)]).toEqual([0, [2, 2, 2]]);
	});

	it('end with the one that has a refused lead, whose other leads are written', async () => {
		const { of, kept } = await begun();
		const pages = [page(1), page(2, '200'), page(3), page(4, 'old')];
		const answer = await destination.writePages({ of, kept, pages });
		const leadId = pages[1]?.leads[1]?.id;
		expect(answer).toMatchObject({ written: 3, refused: [{ leadId, kind: 'set_aside' }], pages: 2 });
		expect(answer.kept.cursor.completeAt).toBe(2);
		expect(await destination.readCursor(of)).toEqual(answer.kept);
		expect(await written(pages)).toEqual([2, 1, 0, 0]);
	});

	it.each([
		['the database cannot take one of them', '99', (kept: KeptCursor) => kept, '53100'],
		[
			'another writer was first',
			'20',
			(kept: KeptCursor) => ({ ...kept, version: kept.version - 1 }),
			'Another writer',
		],
	])('are not written at all where %s', async (_what, age, keptOf, words) => {
		const { of, kept } = await begun();
		const pages = [page(1), page(2, '200'), page(3, age)];
		const whole = words === '53100' ? [pages[0], pages[2]] : pages;
		const given = whole.filter((each) => each !== undefined);
		await expect(destination.writePages({ of, kept: keptOf(kept), pages: given })).rejects.toMatchObject({
			name: 'DestinationHeldError',
			message: expect.stringContaining(words) as string,
		});
		expect(await written(pages)).toEqual([0, 0, 0]);
		expect(await destination.readCursor(of)).toEqual(kept);
	});
});

describe('a value', () => {
	/** As the database says it, of one statement with one value: the text that is stored, or the code of the refusal. */
	async function storedByHand(table: string, value: string): Promise<string> {
		try {
			const [row] = await query(url, `INSERT INTO ${table} VALUES ('by hand', 1, $1) RETURNING v::text`, [value]);
			return z.object({ v: z.string() }).parse(row).v;
		} catch (error) {
			if (!(error instanceof DatabaseError)) throw error;
			return error.code ?? '';
		}
	}

	async function storedByPage(table: string, value: string): Promise<string> {
		const to = postgresqlOf({ url, table, columns: { source: 'connection', nr: 'id', v: 'fields.v' } });
		try {
			await to.check();
			const { refused } = await to.writePage({
				...pageOf([newLead({ fields: { v: value } })]),
				of: { ...OF, agentId: table },
			});
			const [refusal] = refused;
			if (refusal !== undefined) return /\((\w{5})\)/.exec(refusal.reason)?.[1] ?? refusal.reason;
			const [row] = await query(url, `SELECT v::text FROM ${table} WHERE source <> 'by hand'`);
			return z.object({ v: z.string() }).parse(row).v;
		} finally {
			await to.close();
		}
	}

	it.each([
		['text', 'NULL', 'NULL'],
		['text', '{a,"b\\",NULL}', '{a,"b\\",NULL}'],
		['varchar(3)', 'abc', 'abc'],
		['varchar(3)', 'abcd', '22001'],
		['char(3)', 'x', 'x'],
		['short', 'abcd', '22001'],
		['short[]', '{abcd}', '22001'],
		['name', 'x', 'x'],
		['"char"', 'x', 'x'],
		['bit(3)', '101', '101'],
		['bit(3)', '1', '22026'],
		['int[]', '{1,2}', '{1,2}'],
		['int[]', '{1,x}', '22P02'],
		['varchar(3)[]', '{abcd}', '22001'],
		['numbers', '{1,2}', '{1,2}'],
		['numbers', '{1,2,3}', '23514'],
		['pair', '(1,a)', '(1,a)'],
		['pairs', '(1,a)', '(1,a)'],
		['pair', '(x,a)', '22P02'],
		['box', '(1,1),(0,0)', '(1,1),(0,0)'],
		['mood', 'sad', 'sad'],
		['mood', 'glad', '22P02'],
		['numeric(4,1)', '3.14159', '3.1'],
		['numeric(4,1)', '99999', '22003'],
		['interval(0)', '1.6 seconds', '00:00:02'],
		['bytea', '\\x00ff', '\\x00ff'],
		['boolean', 'yes', 'true'],
		['int4range', '[1,3)', '[1,3)'],
		['jsonb', '{"a": "\\""}', '{"a": "\\""}'],
	])('for a column of the type %s, %s, is stored as in a statement of its own', async (type, value, stored) => {
		const table = `v_${(agents += 1)}`;
		await query(url, `CREATE TABLE ${table} (source text, nr bigint, v ${type}, PRIMARY KEY (source, nr))`);
		expect([await storedByHand(table, value), await storedByPage(table, value)]).toEqual([stored, stored]);
	});

	it('is read by the type that its column has got meanwhile', async () => {
		await query(url, 'CREATE TABLE ages (source text, nr bigint, age int, PRIMARY KEY (source, nr))');
		const to = postgresqlOf({ url, table: 'ages', columns: COLUMNS });
		try {
			await to.check();
			const writeOld = async () =>
				to.writeLead(OF, newLead({ fields: { age: String(2 ** 40) } }), await to.readCursor(OF));
			expect((await writeOld()).written).toBe(0);
			await query(url, 'ALTER TABLE ages ALTER COLUMN age TYPE bigint');
			expect((await writeOld()).written).toBe(1);
		} finally {
			await to.close();
		}
	});
});
