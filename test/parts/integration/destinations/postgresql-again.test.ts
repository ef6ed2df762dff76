import { type Lead, leadConversation, noConversation } from '../../../../api';
import type { PostgresqlDestination } from '../../../../worker/destinations/postgresql/postgresql-destination';
import { query } from '../../../support/postgresql/start-cluster';
import { useCluster } from '../../../support/postgresql/use-cluster';
import { newLead, OF, pageOf } from './lead';
import { postgresqlOf } from './postgresql-of';

// A lead comes at once, and its conversation again when the talk has ended.

const cluster = useCluster();
let url: string;
let destination: PostgresqlDestination;
let made = 0;

beforeEach(async () => {
	url = await cluster().database(`again_${(made += 1)}`);
	await query(
		url,
		'CREATE TABLE people (source text, nr bigint, mail text, talk text, said jsonb, why text, PRIMARY KEY (source, nr))',
	);
	const columns = {
		source: 'connection',
		nr: 'id',
		mail: 'email',
		talk: 'conversation.text',
		said: 'conversation.json',
		why: 'conversation.missing',
	};
	destination = postgresqlOf({ url, table: 'people', columns });
	await destination.check();
});
afterEach(() => destination.close());

const AT = '2026-11-21T10:00:00.000Z';
const saying = (lead: Lead, ...texts: string[]): Lead => {
	const messages = texts.map((content) => ({ role: 'visitor', content, createdAt: AT }));
	return { ...lead, conversation: leadConversation({ messages }, 'json', 1_000) };
};
const rows = () => query(url, 'SELECT mail, talk, why, xmin::text AS written FROM people ORDER BY nr');
const row = (mail: string, words: string) =>
	expect.objectContaining({ mail, talk: expect.stringContaining(words) as string, why: null }) as object;

/** Two leads in the middle of their talk, which the destination has. */
async function twoTold(): Promise<[Lead, Lead]> {
	const leads: [Lead, Lead] = [newLead({ email: 'ada@x.example' }), newLead({ email: 'bob@x.example' })];
	await destination.writePage(pageOf(leads.map((lead) => saying(lead, 'First words'))));
	return leads;
}

async function again(leads: Lead[]) {
	return destination.updateConversations(OF, leads, await destination.readCursor(OF));
}

it('changes only the conversation, and only where it went on', async () => {
	const [ada, bob] = await twoTold();
	const [, before] = await rows();
	expect(
		await again([saying({ ...ada, email: 'new@x.example' }, 'First words', 'Last'), saying(bob, 'First words')]),
	).toEqual([]);
	expect(await rows()).toEqual([row('ada@x.example', 'Last'), before]);
});

it('keeps the words that it has of a conversation that is gone', async () => {
	const [ada, bob] = await twoTold();
	const before = await rows();
	await again([{ ...ada, conversation: noConversation('deleted') }, bob]);
	expect(await rows()).toEqual(before);
});

it('creates no row again that somebody deleted meanwhile', async () => {
	const [ada, bob] = await twoTold();
	await query(url, `DELETE FROM people WHERE mail = 'ada@x.example'`);
	await again([saying(ada, 'First words', 'Last'), saying(bob, 'First words', 'Last')]);
	expect(await rows()).toEqual([row('bob@x.example', 'Last')]);
});

it('brings the end of a talk to a row of which the sync does not know any more', async () => {
	const [ada, bob] = await twoTold();
	const kept = await destination.readCursor(OF);
	const leads = [saying(ada, 'First words', 'Last'), { ...bob, conversation: noConversation('deleted') }];
	const fresh = saying(newLead({ email: 'eve@x.example' }), 'Hello');
	const page = { ...pageOf([...leads, fresh]), kept, mayHave: true };
	expect(await destination.writePage(page)).toMatchObject({ written: 1, refused: [] });
	expect(await rows()).toEqual([
		row('ada@x.example', 'Last'),
		row('bob@x.example', 'First words'),
		row('eve@x.example', 'Hello'),
	]);
});

it('brings the end of a talk at the retry of a lead that it has in part', async () => {
	const [ada] = await twoTold();
	const retry = async (mayHave?: boolean) =>
		destination.writeLead(OF, saying(ada, 'Last'), await destination.readCursor(OF), mayHave);
	await retry();
	expect((await rows())[0]).toEqual(row('ada@x.example', 'First words'));
	expect(await retry(true)).toMatchObject({ written: 0, refused: [], inPart: [] });
	expect((await rows())[0]).toEqual(row('ada@x.example', 'Last'));
});

it('leaves the rows of a sync alone that does not bring its leads again', async () => {
	const [ada] = await twoTold();
	const before = await rows();
	await destination.writePage({ ...pageOf([saying(ada, 'Last')]), kept: await destination.readCursor(OF) });
	expect(await rows()).toEqual(before);
});

it('blocks no page by a constraint that counts at the end of the transaction', async () => {
	const [ada, bob] = await twoTold();
	await query(
		url,
		`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			IF NEW.talk LIKE '%Forbidden%' THEN RAISE EXCEPTION 'no such words' USING ERRCODE = 'check_violation'; END IF;
			RETURN NULL;
		END $$;
		CREATE CONSTRAINT TRIGGER late AFTER UPDATE ON people DEFERRABLE INITIALLY DEFERRED
			FOR EACH ROW EXECUTE FUNCTION refuse()`,
	);
	const lacking = await again([saying(ada, 'Forbidden'), saying(bob, 'First words', 'Last')]);
	expect(lacking).toEqual([expect.objectContaining({ leadId: ada.id, kind: 'written_in_part' })]);
	expect(await rows()).toEqual([row('ada@x.example', 'First words'), row('bob@x.example', 'Last')]);
});
