import { questions, Upsert } from './rows';
import { World } from '../matrix/world';

// Rows of a table become Q&A pairs, however often the flow runs.

let world: World;
beforeAll(async () => {
	world = await World.start();
});
afterEach(() => world.node.admin.clearFaults());
afterAll(() => world.close());

const upsertOf = async () => new Upsert(world, 'qaPair', await world.agent());
const PAIR = { question: 'Do you ship to Norway?', answer: 'Yes.' };

describe('thirty rows', () => {
	it('leave thirty pairs after a second run, which writes nothing, and three changes take three writes', async () => {
		const upsert = await upsertOf();
		const rows = questions(30);
		const first = await upsert.counted(rows);
		expect(first.error).toBeUndefined();
		expect(first.outcomes).toEqual(Array.from({ length: 30 }, () => 'created'));
		expect(first).toMatchObject({ lists: 1, creates: 30, updates: 0 });

		const second = await upsert.counted(rows);
		expect(second.outcomes).toEqual(Array.from({ length: 30 }, () => 'unchanged'));
		expect(second).toMatchObject({ lists: 1, creates: 0, updates: 0 });
		expect(await world.total(upsert.path)).toBe(30);

		const changed = rows.map((row, index) => (index % 10 === 4 ? { ...row, answer: `Now ${index}.` } : row));
		const third = await upsert.counted(changed);
		expect(third.outcomes.filter((one) => one === 'updated')).toHaveLength(3);
		expect(third).toMatchObject({ lists: 1, creates: 0, updates: 3 });
		expect(third.rows[14]).toMatchObject({ question: 'What is number 14?', answer: 'Now 14.', outcome: 'updated' });
		expect(third.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(rows.map((_, item) => ({ item })));
		expect(await world.total(upsert.path)).toBe(30);
		expect((await upsert.counted(changed)).updates).toBe(0);
	});

	it('among 1,050 pairs find the oldest ones, by twelve reads of the list', async () => {
		const upsert = await upsertOf();
		const all = questions(1_050);
		for (const body of all) await world.api('POST', upsert.path, body);
		const { outcomes, ...counted } = await upsert.counted([...all.slice(0, 15), ...questions(1_065).slice(1_050)]);
		expect(outcomes).toEqual([...all.slice(0, 15).map(() => 'unchanged'), ...all.slice(0, 15).map(() => 'created')]);
		expect(counted).toMatchObject({ lists: 12, creates: 15, updates: 0 });
		expect(await world.total(upsert.path)).toBe(1_065);
	});
});

describe('a row', () => {
	it('finds its pair in spite of blanks, capitals and forms of Unicode, and writes its capitals once', async () => {
		const upsert = await upsertOf();
		await upsert.run([{ question: 'Où  est-il ?'.normalize('NFC'), answer: 'Là.\nIci.' }]);
		const blanks = { question: ' Où est-il ? '.normalize('NFD'), answer: ' Là.\r\nIci. ' };
		expect(await upsert.counted([blanks])).toMatchObject({ outcomes: ['unchanged'], updates: 0 });
		const capitals = { ...blanks, question: 'où est-il ?' };
		expect(await upsert.counted([capitals])).toMatchObject({ outcomes: ['updated'], updates: 1 });
		expect(await upsert.counted([capitals])).toMatchObject({ outcomes: ['unchanged'], updates: 0 });
		expect(await world.total(upsert.path)).toBe(1);
	});

	it('turns its pair off and on, and leaves that alone where the cell is empty', async () => {
		const upsert = await upsertOf();
		const off = await upsert.counted([{ ...PAIR, enabled: false }]);
		expect(off).toMatchObject({ creates: 1, updates: 1, rows: [{ ...PAIR, enabled: false, outcome: 'created' }] });
		for (const enabled of [null, '', undefined, false]) {
			expect((await upsert.counted([{ ...PAIR, enabled }])).outcomes).toEqual(['unchanged']);
		}
		const other = await upsert.run([{ ...PAIR, answer: 'No.', enabled: null }]);
		expect(other.rows).toMatchObject([{ answer: 'No.', enabled: false, outcome: 'updated' }]);
		expect((await upsert.run([{ ...PAIR, answer: 'No.', enabled: true }])).rows).toMatchObject([{ enabled: true }]);
		expect((await upsert.run([{ ...PAIR, enabled: 'perhaps' }])).error?.message).toBe(
			'The field "Enabled" must be true or false, but is "perhaps"',
		);
	});

	it.each([
		[{ answer: 'Yes.' }, 'The field "Question" must be text, but is empty'],
		[{ question: ' ', answer: 'Yes.' }, 'The field "Question" is empty'],
		[{ question: 'Why?', answer: '' }, 'The field "Answer" is empty'],
	])('%j is refused by its field before anything is sent for any row', async (wrong, message) => {
		const upsert = await upsertOf();
		const { error, ...counted } = await upsert.counted([PAIR, wrong]);
		expect(error).toMatchObject({ message, context: { itemIndex: 1 } });
		expect(error?.description).toContain('Nothing was sent for any of the 2 items.');
		expect(counted).toMatchObject({ lists: 0, creates: 0 });
	});
});

describe('two rows with one question', () => {
	const rows = [PAIR, { question: 'Why?', answer: 'So.' }, { question: 'DO YOU ship to  Norway?', answer: 'No.' }];

	it('are named, and nothing is sent for any row', async () => {
		const upsert = await upsertOf();
		const { error, ...counted } = await upsert.counted(rows);
		expect(error?.message).toBe('2 items have the question "Do you ship to Norway?"');
		expect(error?.description).toContain('These are the items 0, 2.');
		expect(error?.description).toContain('Nothing was sent for any of the 3 items.');
		expect(counted).toMatchObject({ lists: 0, creates: 0 });
	});

	it('fail alone where the builder lets the others continue', async () => {
		const upsert = await upsertOf();
		const { rows: all, outputs } = await upsert.run(rows, { onError: 'continueRegularOutput' });
		const named = expect.stringContaining('2 items have the question') as string;
		expect(all).toMatchObject([{ error: named }, { question: 'Why?', outcome: 'created' }, { error: named }]);
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(await world.total(upsert.path)).toBe(1);
	});

	it('of two agents are two pairs', async () => {
		const [one, other] = [await upsertOf(), await upsertOf()];
		const { rows: all } = await one.run([PAIR, { ...PAIR, agent: other.agent }]);
		expect(all).toMatchObject([
			{ agentId: one.agent, outcome: 'created' },
			{ agentId: other.agent, outcome: 'created' },
		]);
	});
});

describe('what the agent has', () => {
	it('twice is named with its IDs, and never becomes three', async () => {
		const upsert = await upsertOf();
		for (const answer of ['One.', 'Two.']) await world.api('POST', upsert.path, { ...PAIR, answer });
		const { rows } = await upsert.run([PAIR, { question: 'Why?', answer: 'So.' }], {
			onError: 'continueRegularOutput',
		});
		expect(rows).toMatchObject([
			{
				error: 'The agent has 2 Q&A pairs with the question "Do you ship to Norway?"',
				message: expect.stringMatching(/Their IDs are \d+, \d+\. Delete all but one/) as string,
			},
			{ outcome: 'created' },
		]);
		expect(await world.total(upsert.path)).toBe(3);
	});

	it('with images is left to the dashboard', async () => {
		const upsert = await upsertOf();
		const attachments = [{ type: 'image', url: 'https://example.com/jacket.png' }];
		await world.add(upsert.agent, 'qa-pairs', { ...PAIR, attachments });
		expect((await upsert.counted([PAIR])).outcomes).toEqual(['unchanged']);
		const { error, ...counted } = await upsert.counted([{ ...PAIR, answer: 'No.' }]);
		expect(error?.message).toContain('has images or video');
		expect(counted).toMatchObject({ creates: 0, updates: 0 });
	});

	it('is not there if the agent is gone, which each of its rows says after one read', async () => {
		const upsert = new Upsert(world, 'qaPair', 'agent_gone');
		const { rows, lists, creates } = await upsert.counted(questions(3), { onError: 'continueRegularOutput' });
		const gone = { error: 'Not found: agent "agent_gone"', details: { status: 404 } };
		expect(rows).toMatchObject([gone, gone, gone]);
		expect({ lists, creates }).toEqual({ lists: 1, creates: 0 });
	});
});

it('an AI agent gets the same by calls one after the other', async () => {
	const upsert = await upsertOf();
	const outcomes = [];
	for (const answer of ['Yes.', 'Yes.', 'No.']) {
		outcomes.push(...(await upsert.counted([{ ...PAIR, answer }], { asTool: true })).outcomes);
	}
	expect(outcomes).toEqual(['created', 'unchanged', 'updated']);
	expect(await world.total(upsert.path)).toBe(1);
});
