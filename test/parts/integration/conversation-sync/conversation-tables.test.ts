import { z } from 'zod';
import { eventually } from '../../../support/time/eventually';
import { now } from '../../../support/time/moments';
import { contentHash } from '../../../../worker/storage/conversation-files/content-hash';
import type { ConversationTables, ReadConversation } from '../../../../worker/destinations/conversations';
import type { PostgresqlDestination } from '../../../../worker/destinations/postgresql/postgresql-destination';
import { query } from '../../../support/postgresql/start-cluster';
import { useCluster } from '../../../support/postgresql/use-cluster';
import { personWith } from '../destinations/lead';
import { postgresqlOf } from '../destinations/postgresql-of';

const cluster = useCluster();
const OF = { connection: 'main', agentId: 'agent_a' };
const nobody = () => Promise.resolve(() => false);

let url: string;
let destination: PostgresqlDestination;
let tables: ConversationTables;
let agents = 0;

beforeAll(async () => {
	url = await cluster().database('tables');
	destination = postgresqlOf({ url });
	tables = destination.conversations;
	await tables.check();
});
afterAll(() => destination.close());

/** Each test has an agent of its own. */
function newOf() {
	agents += 1;
	return { ...OF, agentId: `agent_${agents}` };
}

type Shown = Record<string, unknown>;
const listed = (record: Shown) => ({ id: String(record['id']), record, hash: contentHash(record) });

async function note(of: typeof OF, records: Shown[], roundAt = 1) {
	const isDue = (each: { hash: string }, known: { hash: string }) => each.hash !== known.hash;
	return tables.note(of, { roundAt, listed: records.map(listed), isWhole: true, namesErased: nobody, isDue });
}

/** Notes the conversations, reads all that is due, and writes what was read. */
async function write(of: typeof OF, conversations: Shown[], roundAt = 1) {
	await note(of, conversations, roundAt);
	const due = await tables.due(of, 100);
	const reads = due.map((one): ReadConversation => {
		const conversation = conversations.find(({ id }) => id === one.id) ?? {};
		return { due: one, outcome: 'written', conversation, detail: null, readAt: now().getTime() };
	});
	return tables.write(of, reads, nobody);
}

const messageRow = z.array(
	z.object({
		message_key: z.string(),
		position: z.coerce.number(),
		message_id: z.string().nullable(),
		sender: z.string(),
		text: z.string(),
		sent_at: z.date().nullable(),
		fields: z.unknown(),
	}),
);
async function messagesOf({ agentId }: typeof OF, id = 'c1') {
	const sql = `SELECT message_key, position, message_id, sender, text, sent_at, fields FROM conversation_messages
		WHERE agent_id = $1 AND conversation_id = $2 ORDER BY position`;
	return messageRow.parse(await query(url, sql, [agentId, id]));
}
const conversationsOf = ({ agentId }: typeof OF) =>
	query(url, 'SELECT * FROM conversations WHERE agent_id = $1 ORDER BY conversation_id', [agentId]);

const talk = (...messages: unknown[]) => ({ id: 'c1', state: 'open', channel: 'website', messages });
const said = (id: unknown, content: string, more: object = {}) => ({ id, role: 'visitor', content, ...more });

describe('the tables of conversations', () => {
	it('replace messages that vanish, move or have no id, and leave the others untouched', async () => {
		const of = newOf();
		const first = talk(said('m1', 'One'), said('m2', 'Two'), { content: 'No id' });
		expect(await write(of, [first])).toMatchObject({ conversations: 1, messages: 3, due: 0 });
		const rowOf = async (key: string) => {
			const sql = 'SELECT ctid::text FROM conversation_messages WHERE agent_id = $1 AND message_key = $2';
			return query(url, sql, [of.agentId, key]);
		};
		const before = await rowOf('=m1');
		const second = talk(said('m1', 'One'), { content: 'New without id' }, said('m2', 'Two, edited'));
		expect(await write(of, [second], 2)).toMatchObject({ conversations: 1, messages: 3 });
		expect(await messagesOf(of)).toMatchObject([
			{ message_key: '=m1', position: 1, text: 'One' },
			{ message_key: '#2', position: 2, message_id: null, text: 'New without id' },
			{ message_key: '=m2', position: 3, text: 'Two, edited' },
		]);
		expect(await rowOf('=m1')).toEqual(before);
		expect(await write(of, [talk()], 3)).toMatchObject({ conversations: 1, messages: 0 });
		expect(await messagesOf(of)).toEqual([]);
	});

	it('take transcripts of every shape: twins, no time, other times, NUL, half characters, text, object', async () => {
		const of = newOf();
		const odd = talk(
			said('same', 'a'),
			said('same', 'b'),
			said(7, 'a\0b\ud83d', { createdAt: '2026-11-01T10:00:00Z', 'n\0te': '\udc00' }),
			said('x'.repeat(5_000), 'late', { createdAt: 1_700_000_000 }),
			'only a text',
			null,
			{ text: ['no', 'text'], at: '+200000-01-01T00:00:00Z' },
		);
		expect(await write(of, [odd])).toMatchObject({ messages: 7 });
		const rows = await messagesOf(of);
		const long = expect.stringMatching(/^sha256=/) as string;
		expect(rows.map(({ message_key: key }) => key)).toEqual(['#1', '#2', '=7', long, '#5', '#6', '#7']);
		expect(rows[2]).toMatchObject({
			text: 'a\ufffdb\ufffd',
			sent_at: new Date('2026-11-01T10:00:00Z'),
			fields: { 'n\ufffdte': '\ufffd' },
		});
		expect(rows[3]).toMatchObject({ sent_at: null, fields: { sentAt: '1700000000' } });
		expect(rows[4]).toMatchObject({ text: 'only a text', sent_at: null });
		expect(rows[6]).toMatchObject({ sent_at: null, fields: { value: { text: ['no', 'text'] } } });
		const shapes = [
			{ id: 'object', transcript: { language: 'en', messages: [said('m', 'in an object')] } },
			{ id: 'text', transcript: 'One long text' },
			{ id: 'none' },
		];
		expect(await write(of, [odd, ...shapes], 2)).toMatchObject({ conversations: 4, messages: 9 });
		expect(await messagesOf(of, 'text')).toMatchObject([{ text: 'One long text', message_key: '#1' }]);
		expect(await conversationsOf(of)).toMatchObject([
			{ conversation_id: 'c1', state: 'open', channel: 'website' },
			{ conversation_id: 'none', state: null, channel: null, started_at: null, messages: '0' },
			{ conversation_id: 'object', fields: { transcript: { language: 'en' } } },
			{ conversation_id: 'text', messages: '1' },
		]);
	});

	it('take 5 MB and a deeply nested field, and keep the agent that a record names', async () => {
		const of = newOf();
		const deep = JSON.parse('{"a":'.repeat(900) + '1' + '}'.repeat(900)) as unknown;
		const large = {
			...talk(...Array.from({ length: 500 }, (_, n) => said(n, 'x'.repeat(10_000)))),
			deep,
			agentId: 'other',
		};
		expect(await write(of, [large])).toMatchObject({ conversations: 1, messages: 500, withoutTranscript: 0 });
		expect(await conversationsOf(of)).toMatchObject([
			{ fields: { agentId: 'other', deep: expect.stringContaining('nested too deeply') as string } },
		]);
	});

	it('let no late write overtake a later one, whichever is lost', async () => {
		const of = newOf();
		await note(of, [talk(said('m1', 'Old'))]);
		const [late] = await tables.due(of, 1);
		if (late === undefined) throw new Error('Nothing is due.');
		await write(of, [talk(said('m1', 'Old'), said('m2', 'New'))], 2);
		const stale = {
			due: late,
			outcome: 'written',
			conversation: talk(said('m1', 'Old')),
			detail: null,
			readAt: 1,
		} as const;
		expect(await tables.write(of, [stale], nobody)).toMatchObject({ conversations: 1, messages: 2, due: 0 });
		expect(await messagesOf(of)).toHaveLength(2);
		// A page of an earlier round arrives last.
		expect(await note(of, [talk(said('m1', 'Old'))], 1)).toMatchObject({ marked: 0, due: 0 });
	});

	it('mark what a whole list no longer shows only when it is gone, and take it back', async () => {
		const of = newOf();
		await write(of, [talk(said('m1', 'One')), { id: 'c2', messages: [] }], 1);
		await note(of, [{ id: 'c2', messages: [] }], 5);
		expect(await tables.endFullRound(of, 5)).toMatchObject({ due: 1, fullAt: 5 });
		const [due] = await tables.due(of, 10);
		if (due === undefined) throw new Error('Nothing is due.');
		expect(due).toMatchObject({ id: 'c1', record: null });
		const gone = { due, outcome: 'deleted', conversation: { id: 'c1' }, detail: null, readAt: 6 } as const;
		expect(await tables.write(of, [gone], nobody)).toMatchObject({ conversations: 2, deleted: 1, messages: 1, due: 0 });
		expect(await tables.endFullRound(of, 7)).toMatchObject({ due: 1 });
		const isBack = await write(of, [talk(said('m1', 'One'), said('m2', 'Back')), { id: 'c2', messages: [] }], 8);
		expect(isBack).toMatchObject({ conversations: 2, deleted: 0, messages: 2 });
		expect(
			await query(url, 'SELECT 1 FROM conversations WHERE agent_id = $1 AND deleted_at IS NOT NULL', [of.agentId]),
		).toEqual([]);
	});

	it('keep the transcript if the service refuses it later, and what the list shows if it always does', async () => {
		const of = newOf();
		await write(of, [talk(said('m1', 'One'))]);
		await note(
			of,
			[
				{ id: 'c1', state: 'resolved' },
				{ id: 'c2', state: 'open' },
			],
			2,
		);
		const reads = (await tables.due(of, 10)).map((due): ReadConversation => ({
			due,
			outcome: 'refused',
			conversation: due.record ?? {},
			detail: 'Not now.',
			readAt: 3,
		}));
		expect(await tables.write(of, reads, nobody)).toMatchObject({
			conversations: 2,
			messages: 1,
			withoutTranscript: 2,
		});
		expect(await conversationsOf(of)).toMatchObject([
			{ conversation_id: 'c1', state: 'resolved', messages: '1', problem: 'refused: Not now.' },
			{ conversation_id: 'c2', state: 'open', messages: '0', problem: 'refused: Not now.' },
		]);
		expect(await messagesOf(of)).toHaveLength(1);
	});

	it('erase a person from both tables and from what waits, and never write the conversation again', async () => {
		const of = newOf();
		const person = personWith('ada@client.example');
		await write(of, [
			talk(said('m1', 'Write to Ada@Client.example please')),
			{ id: 'c2', visitor: { email: 'ada@client.example' }, messages: [said('m1', 'Hi')] },
			{ id: 'c3', messages: [said('m1', 'joada@client.example is another one')] },
		]);
		await note(of, [{ id: 'c4', visitor: { email: 'ada@client.example' } }], 2);
		expect(await destination.countPerson(person)).toBe(3);
		await destination.erasePerson(person);
		expect(await destination.countPerson(person)).toBe(0);
		expect(await tables.totals(of)).toMatchObject({ conversations: 1, messages: 1, due: 0 });
		const after = await write(of, [{ ...talk(said('m1', 'ada@client.example again')), state: 'resolved' }], 9);
		expect(after).toMatchObject({ conversations: 1, messages: 1, due: 0 });
		await note(of, [{ id: 'c5' }], 10);
		const [due] = await tables.due(of, 1);
		if (due === undefined) throw new Error('Nothing is due.');
		const read = { due, outcome: 'written', conversation: { id: 'c5', name: 'Ada' }, detail: null, readAt: 1 } as const;
		const totals = await tables.write(of, [read], () => Promise.resolve(({ name }) => name === 'Ada'));
		expect(totals).toMatchObject({ conversations: 1, due: 0 });
		const words = await query(url, 'SELECT s::text AS row FROM agent_knowledge_conversations s WHERE agent_id = $1', [
			of.agentId,
		]);
		expect(JSON.stringify(words).toLowerCase()).not.toContain('client.example');
	});

	it('write the others if the database refuses one, and say why', async () => {
		const own = await cluster().database('checked');
		const checked = postgresqlOf({ url: own });
		try {
			await checked.conversations.check();
			await query(own, "ALTER TABLE conversation_messages ADD CHECK (text <> 'bad')");
			const all = [talk(said('m1', 'bad')), { id: 'c2', messages: [said('m1', 'good')] }];
			await checked.conversations.note(OF, {
				roundAt: 1,
				isWhole: true,
				namesErased: nobody,
				isDue: () => true,
				listed: all.map(listed),
			});
			const reads = (await checked.conversations.due(OF, 9)).map((due): ReadConversation => {
				const conversation = all.find(({ id }) => id === due.id) ?? {};
				return { due, outcome: 'written', conversation, detail: null, readAt: 1 };
			});
			const totals = await checked.conversations.write(OF, reads, nobody);
			expect(totals).toMatchObject({ conversations: 2, messages: 1, withoutTranscript: 1, due: 0 });
			const rows = await query(own, 'SELECT conversation_id, messages, problem FROM conversations ORDER BY 1');
			expect(rows).toMatchObject([
				{ conversation_id: 'c1', messages: '0', problem: expect.stringContaining('PostgreSQL refused') as string },
				{ conversation_id: 'c2', messages: '1', problem: null },
			]);
		} finally {
			await checked.close();
		}
	});

	it('take nothing while a column that was added since the check refuses all', async () => {
		const own = await cluster().database('changed');
		const changed = postgresqlOf({ url: own });
		try {
			const page = {
				roundAt: 1,
				isWhole: true,
				namesErased: nobody,
				isDue: () => true,
				listed: [listed({ id: 'c1' })],
			};
			await changed.conversations.note(OF, page);
			await query(own, 'ALTER TABLE conversations ADD COLUMN extra text NOT NULL');
			const [due] = await changed.conversations.due(OF, 1);
			if (due === undefined) throw new Error('Nothing is due.');
			const read = { due, outcome: 'written', conversation: talk(), detail: null, readAt: 1 } as const;
			await expect(changed.conversations.write(OF, [read], nobody)).rejects.toThrow('leaves the column "extra"');
			await query(own, 'ALTER TABLE conversations DROP COLUMN extra');
			expect(await changed.conversations.write(OF, [read], nobody)).toMatchObject({ conversations: 1, due: 0 });
		} finally {
			await changed.close();
		}
	});

	it('get rows again that somebody deleted, when the conversation is read again', async () => {
		const of = newOf();
		const same = talk(said('m1', 'One'), said('m2', 'Two'));
		await write(of, [same]);
		const readAgain = async (roundAt: number) => {
			await note(of, [{ id: 'c1', round: roundAt }], roundAt);
			const [due] = await tables.due(of, 1);
			if (due === undefined) throw new Error('Nothing is due.');
			const read = { due, outcome: 'written', conversation: same, detail: null, readAt: roundAt } as const;
			return tables.write(of, [read], nobody);
		};
		await query(url, "DELETE FROM conversation_messages WHERE agent_id = $1 AND message_key = '=m2'", [of.agentId]);
		expect(await readAgain(2)).toMatchObject({ conversations: 1, messages: 2 });
		expect(await messagesOf(of)).toHaveLength(2);
		await query(url, 'DELETE FROM conversation_messages WHERE agent_id = $1', [of.agentId]);
		await query(url, 'DELETE FROM conversations WHERE agent_id = $1', [of.agentId]);
		expect(await readAgain(3)).toMatchObject({ conversations: 1, messages: 2 });
		expect(await messagesOf(of)).toHaveLength(2);
		expect(await conversationsOf(of)).toHaveLength(1);
	});

	it('ask less and less often for a deleted conversation, from the time of its deletion on', async () => {
		const of = newOf();
		await write(of, [{ ...talk(), createdAt: '2020-01-01T00:00:00Z' }]);
		await note(of, [{ id: 'c1', changed: true }], 2);
		for (const readAt of [5_000, 9_000]) {
			await note(of, [{ id: 'c1', changed: readAt }], readAt);
			const [due] = await tables.due(of, 1);
			if (due === undefined) throw new Error('Nothing is due.');
			const gone = { due, outcome: 'deleted', conversation: { id: 'c1' }, detail: null, readAt } as const;
			await tables.write(of, [gone], nobody);
		}
		const sql = 'SELECT read_at, changed_at FROM agent_knowledge_conversations WHERE agent_id = $1';
		expect(await query(url, sql, [of.agentId])).toEqual([{ read_at: '9000', changed_at: '5000' }]);
	});

	it('erase a conversation whose list names an erased person, although its transcript does not', async () => {
		const of = newOf();
		const namesAda = () =>
			Promise.resolve((...records: ReadonlyArray<Record<string, unknown>>) =>
				records.some(({ visitor }) => visitor === 'ada@client.example'),
			);
		await write(of, [talk(said('m1', 'My order is late')), { id: 'c2', messages: [said('m1', 'Hi')] }]);
		const page = {
			roundAt: 2,
			isWhole: false,
			namesErased: namesAda,
			isDue: () => false,
			listed: [listed({ id: 'c1', visitor: 'ada@client.example' })],
		};
		expect(await tables.note(of, page)).toMatchObject({ conversations: 1, messages: 1, due: 0, marked: 0 });
		expect(await messagesOf(of)).toEqual([]);
		// The erasure comes between the list and the transcript.
		await note(of, [{ id: 'c3', visitor: 'ada@client.example' }], 3);
		const [due] = await tables.due(of, 1);
		if (due === undefined) throw new Error('Nothing is due.');
		const read = { due, outcome: 'written', conversation: { id: 'c3' }, detail: null, readAt: 4 } as const;
		expect(await tables.write(of, [read], namesAda)).toMatchObject({ conversations: 1, messages: 1, due: 0 });
	});

	it('erase an address in whichever form of its letters it was written', async () => {
		const of = newOf();
		await write(of, [talk(said('m1', 'I am JOSE\u0301@client.example'))]);
		const person = personWith('jos\u00e9@client.example');
		expect(await destination.countPerson(person)).toBe(1);
		await destination.erasePerson(person);
		expect(await messagesOf(of)).toEqual([]);
	});

	it('let an erasure wait for the first page of an agent', async () => {
		const of = newOf();
		const person = personWith('first@client.example');
		let erasure = Promise.resolve();
		await tables.note(of, {
			roundAt: 1,
			isWhole: true,
			isDue: () => true,
			listed: [listed({ id: 'c1', visitor: 'first@client.example' })],
			namesErased: async () => {
				erasure = destination.erasePerson(person);
				await eventually(
					() => query(url, "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"),
					({ length }) => length > 0,
					'the erasure comes to the lock of the page',
				);
				return () => false;
			},
		});
		await erasure;
		expect(await destination.countPerson(person)).toBe(0);
	});

	it('are refused in words before anything is written if a column has another type', async () => {
		const own = await cluster().database('misfit');
		await query(
			own,
			'CREATE TABLE talks (connection text, agent_id text, conversation_id integer, extra text NOT NULL)',
		);
		const unfit = postgresqlOf({ url: own, conversationsTable: 'talks' });
		try {
			const problem = await unfit.conversations.check().catch((error: unknown) => error);
			expect(String(problem)).toMatch(
				/conversationsTable has the column "conversation_id" of the type int4 in "public"."talks"; it needs text/,
			);
			expect(String(problem)).toMatch(/leaves the column "extra" of "public"."talks" empty/);
			await expect(unfit.conversations.totals(OF)).rejects.toThrow('is misconfigured');
		} finally {
			await unfit.close();
		}
	});
});
