import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { uploadKey } from '../../../worker/storage/blobs';
import { callBack } from '../../support/task-nodes/callback';
import type { NodeOutputs } from '../../support/task-nodes/ended-task';
import { type Execution, run } from '../../support/task-nodes/engine';
import { flowOf, type TestFlow } from '../../support/task-nodes/flow';
import { useTaskGateway } from '../../support/task-nodes/gateway';
import { synced } from '../../support/task-nodes/results';

const gateway = useTaskGateway();

const keepInStep = {
	resource: 'knowledge',
	operation: 'keepInStep',
	connection: { __rl: true, mode: 'name', value: 'main' },
	agentId: { __rl: true, mode: 'id', value: 'agent_a' },
	set: 'Handbook',
};
const pairs = (count: number, more: IDataObject = {}) =>
	Array.from({ length: count }, (_, nth) => ({ question: `Question ${nth}`, answer: `Answer ${nth}`, ...more }));

const runWith = (items: TestFlow['items'], parameters: TestFlow['parameters'] = {}, more: Partial<TestFlow> = {}) =>
	run(flowOf({ items, parameters: { ...keepInStep, ...parameters }, ...more }), gateway.credential);

/** Ends the task, and gives the items of both outputs. */
async function endedWith(execution: Execution, end: object): Promise<NodeOutputs & { resumed: Execution | null }> {
	expect(execution).toMatchObject({ error: undefined, waiting: true });
	const [task] = await gateway.tasks();
	Object.assign(task ?? {}, { stage: 'completed', status: 'completed' }, end);
	gateway.endWaits('completed');
	const { resumed } = await callBack(execution, { waitId: gateway.onlyWait().id });
	const [done, notDone] = resumed?.data.resultData.runData['Task']?.at(-1)?.data?.['main'] ?? [];
	return { done: done ?? [], notDone: notDone ?? [], resumed };
}

const cells = (items: INodeExecutionData[], ...names: string[]) =>
	items.map(({ json }) => names.map((name) => json[name]));
const placeOf = ({ json }: INodeExecutionData) => (json['item'] as { index: number } | null)?.index;

const uploadedSchema = z.tuple([z.object({ blob: z.string() })]);
/** The rows that were uploaded, a line each. */
async function uploadedLines(): Promise<string[]> {
	const [{ blob }] = uploadedSchema.parse(gateway.inputs);
	const kept = await gateway.blobs.open(uploadKey(blob));
	return (await text(kept?.content ?? Readable.from([]))).split('\n');
}

describe('Keep Knowledge in Step', () => {
	it('makes thirty items the rows of one task', async () => {
		const execution = await runWith(pairs(30));
		expect(execution.waiting).toBe(true);
		const rows = pairs(30).map((pair) => ({ type: 'qa', ...pair }));
		expect(gateway.inputs).toMatchObject([{ agentId: 'agent_a', set: 'Handbook', mode: 'mirror', drift: 'ask', rows }]);
		expect(gateway.waits.size).toBe(1);
	});

	it.each([
		['text', [{ title: 'Hours', content: 'Always.' }], [{ type: 'text', title: 'Hours', content: 'Always.' }]],
		['page', [{ url: 'https://www.example.com/a' }], [{ type: 'page', url: 'https://www.example.com/a' }]],
	])('takes rows of the type %s', async (rowType, items, rows) => {
		await runWith(items, { rowType });
		expect(gateway.inputs).toMatchObject([{ rows }]);
	});

	it('takes the key and the switch of each item from Options', async () => {
		const items = [
			{ ...pairs(1)[0], id: 7, on: 'TRUE' },
			{ question: 'b?', answer: 'B', id: 8, on: false },
			{ question: 'c?', answer: 'C', id: 9, on: null },
		];
		await runWith(items, { options: { key: '={{ $json.id }}', enabled: '={{ $json.on }}' } });
		const [, , unset] = z
			.tuple([z.object({ rows: z.array(z.record(z.string(), z.unknown())) })])
			.parse(gateway.inputs)[0].rows;
		expect(gateway.inputs).toMatchObject([{ rows: [{ key: '7', enabled: true }, { key: '8', enabled: false }, {}] }]);
		expect(unset).toEqual({ type: 'qa', key: '9', question: 'c?', answer: 'C' });
	});

	it('sends the file of each item to the gateway first', async () => {
		const files = ['a.md', 'b.md'].map((name) => ({ files: { data: { name, content: `# ${name}` } } }));
		await runWith(files, { rowType: 'file' });
		const blob = expect.stringMatching(/^sha256:/) as string;
		expect(gateway.inputs).toMatchObject([
			{
				rows: [
					{ type: 'file', filename: 'a.md', blob },
					{ type: 'file', filename: 'b.md', blob },
				],
			},
		]);
	});

	it('uploads a large set by itself, and sends its reference', async () => {
		const items = pairs(500, { answer: 'x'.repeat(1_000) });
		expect((await runWith(items)).waiting).toBe(true);
		const lines = await uploadedLines();
		expect(lines.slice(0, -1).map((line) => JSON.parse(line) as object)).toEqual(
			items.map((item) => ({ type: 'qa', ...item })),
		);
	});

	it('starts the same task again with the same key, also if rows are faulty', async () => {
		const options = { idempotencyKey: 'once' };
		for (const items of [pairs(2), pairs(2)]) await runWith([...items, { answer: 'No question' }], { options });
		expect(await gateway.tasks()).toHaveLength(1);
	});

	it('refuses items of two sets, and names the item', async () => {
		const items = pairs(3).map((pair, nth) => ({ ...pair, of: nth < 2 ? 'A' : 'B' }));
		const { error } = await runWith(items, { set: '={{ $json.of }}' });
		expect(error?.message).toContain('The field "Set" is "A" for the first item and "B" for this one');
		expect(error).toMatchObject({ context: { itemIndex: 2 } });
		expect(gateway.inputs).toEqual([]);
	});

	it('refuses what is not about a row', async () => {
		const { error } = await runWith(pairs(2), { agentId: { __rl: true, mode: 'id', value: 'nobody' } });
		expect(error?.message).toMatch(/Agent: "nobody" is unknown/);
		expect(gateway.inputs).toEqual([]);
	});

	it('refuses an input of one empty item, unless the set is empty on purpose', async () => {
		const { error } = await runWith([{}]);
		expect(error?.message).toMatch(/^Set is empty, which would delete all items of the set/);
		expect((await runWith([{}], { options: { emptyOnPurpose: true } })).waiting).toBe(true);
		expect(gateway.inputs).toMatchObject([{ rows: [], emptyOnPurpose: true }]);
	});

	it('is no tool of an AI agent, whose one item would be a whole set', async () => {
		const { error } = await runWith(pairs(1), {}, { node: { type: 'agentKnowledgeTaskTool' } });
		expect(error?.message).toContain('An AI agent cannot use the operation Keep Knowledge in Step');
	});

	it('lets the worker fetch the rows, and shows them without items', async () => {
		const fetched = { rowType: 'fetched', setUrl: 'https://www.example.com/sitemap.xml' };
		const execution = await runWith(pairs(2), { ...fetched, options: { include: '/help/**, /news/*' } });
		expect(gateway.inputs).toMatchObject([{ url: fetched.setUrl, include: ['/help/**', '/news/*'] }]);
		expect(gateway.inputs[0]).not.toHaveProperty('rows');
		const unusable = [{ row: 3, source: 'The file', reason: 'url is no address' }];
		const { done, notDone } = await endedWith(execution, { result: synced([{}, {}], { unusable, refusedRows: 1 }) });
		expect(cells(done, 'outcome', 'item')).toEqual([
			['done', null],
			['done', null],
		]);
		expect(cells(notDone.slice(1), 'name', 'outcome', 'reason')).toEqual([
			['The file, row 3', 'refused', 'url is no address'],
		]);
	});

	it('gives the ID of the one task at once if it does not wait', async () => {
		const execution = await runWith(pairs(3), { waitForEnd: false });
		const [task] = await gateway.tasks();
		const [output] = execution.data.resultData.runData['Task']?.[0]?.data?.['main'] ?? [];
		expect((output ?? []).map(({ json }) => json['id'])).toEqual([task?.id]);
	});
});

describe('the outputs', () => {
	it('have the digest on top, then a row for each item, and rows that no item wants', async () => {
		const execution = await runWith(pairs(3));
		const gone = { row: null, step: 'delete', key: 'qa gone', name: 'Gone', id: 9 } as const;
		const changes = [{ row: 1, step: 'update', name: 'Question 1', id: 2 }, gone] as const;
		const result = synced([...changes]);
		result.steps.unchanged = 2;
		const { done, notDone } = await endedWith(execution, { result });
		expect(notDone).toEqual([]);
		expect(done[0]?.json).toMatchObject({
			outcome: 'completed',
			set: 'Handbook',
			added: 0,
			changed: 1,
			deleted: 1,
			unchanged: 2,
			notInStep: 0,
		});
		expect(JSON.stringify(done[0]?.json['details'])).not.toContain('Question 1');
		expect(cells(done.slice(1), 'outcome', 'step', 'name', 'itemId')).toEqual([
			['done', 'unchanged', 'Question 0', null],
			['done', 'update', 'Question 1', 2],
			['done', 'unchanged', 'Question 2', null],
			['done', 'delete', 'Gone', 9],
		]);
		expect(done.slice(1).map(placeOf)).toEqual([0, 1, 2, undefined]);
		expect(done[2]?.json['item']).toEqual({ index: 1, json: pairs(3)[1] });
	});

	it('split what is in step from what failed or waits', async () => {
		const execution = await runWith(pairs(3));
		const reason = { type: 'step', title: 'question', detail: 'is that of item 4, which a person changed' };
		const result = synced([{}, { outcome: 'waits', step: 'drifted', reason }, {}]);
		const { done, notDone } = await endedWith(execution, { result });
		expect(done.map(placeOf)).toEqual([0, 2]);
		expect(notDone.map(placeOf)).toEqual([undefined, 1]);
		expect(notDone[0]?.json).toMatchObject({ outcome: 'partly_failed', added: 2, notInStep: 1 });
		expect(notDone[1]?.json['reason']).toBe('Question is that of item 4, which a person changed');
	});

	it('name each faulty item, which stops no other', async () => {
		const items = [...pairs(1), { answer: 'No question' }, {}, { question: 'Last?', answer: 'Yes' }];
		const execution = await runWith(items);
		expect(await uploadedLines()).toEqual([
			JSON.stringify({ type: 'qa', ...items[0] }),
			JSON.stringify({ type: 'qa', answer: 'No question' }),
			'',
			JSON.stringify({ type: 'qa', ...items[3] }),
			'',
		]);
		const unusable = [{ row: 2, source: 'The file', reason: 'question is missing' }];
		const result = synced([{}, { name: 'Last?' }], { unusable, refusedRows: 1 });
		const { done, notDone } = await endedWith(execution, { result });
		expect(cells(done, 'outcome', 'name').slice(-3)).toEqual([
			['done', 'Question 0'],
			['skipped', null],
			['done', 'Last?'],
		]);
		expect(done.map(placeOf)).toEqual([0, 2, 3]);
		expect(cells(notDone, 'outcome', 'notInStep', 'reason')[1]).toEqual([
			'refused',
			undefined,
			expect.stringMatching(/^Question /) as string,
		]);
		expect(placeOf(notDone[1] ?? { json: {} })).toBe(1);
	});

	it('tell of a double in the numbers of the items', async () => {
		const twice = [{}, ...pairs(2), pairs(1)[0] ?? {}];
		const unusable = [{ row: 4, source: 'The file', reason: 'question is that of The file, row 2 too' }];
		const result = synced([{}, {}], { unusable, refusedRows: 1 });
		const { notDone } = await endedWith(await runWith(twice), { result });
		expect(cells(notDone, 'reason')[1]).toEqual([expect.stringMatching(/^Question .*is that of item 1 too/)]);
		expect(placeOf(notDone[1] ?? { json: {} })).toBe(3);
	});

	it('give the worker the last word on which rows it took', async () => {
		const items = [...pairs(1), { answer: 'No question' }, { question: 'Last?', answer: 'Yes' }];
		const execution = await runWith(items);
		const { done, notDone } = await endedWith(execution, {
			result: synced([{}, { name: 'Taken' }, { name: 'Last?' }]),
		});
		expect(cells(done.slice(1), 'name')).toEqual([['Question 0'], ['Taken'], ['Last?']]);
		expect([done.slice(1).map(placeOf), notDone]).toEqual([[0, 1, 2], []]);
	});

	it.each([
		['a file that is not there', { rowType: 'file' }, [{ files: { other: { name: 'a.md', content: 'a' } } }], 'data'],
		['a switch that is none', { options: { enabled: 'perhaps' } }, pairs(1), '"Enabled" must be true or false'],
		['an answer that is no text', { answer: '={{ [1] }}' }, pairs(1), '"Answer" must be text'],
	])('name an item with %s', async (_what, parameters, items, words) => {
		const { done, notDone } = await endedWith(await runWith(items, parameters), {
			status: 'failed',
			result: null,
			error: { type: 'no_rows', title: 'No rows', detail: 'No row can be read.', status: 422, issues: [] },
		});
		expect(done).toEqual([]);
		const reason = expect.stringContaining(words) as string;
		expect(notDone[1]?.json).toMatchObject({ outcome: 'refused', reason, item: { index: 0 } });
	});

	it('have the digest alone if the whole task failed', async () => {
		const error = {
			type: 'list_changes',
			title: 'The list changes too fast',
			detail: 'Nothing was changed.',
			status: 409,
			issues: [],
		};
		const { done, notDone } = await endedWith(await runWith(pairs(3)), { status: 'failed', result: null, error });
		expect([done, cells(notDone, 'outcome', 'status')]).toEqual([[], [['failed', 'failed']]]);
	});

	it.each([
		['changed', ['Question 1']],
		['none', []],
	])('have the rows that the option asks for: %s', async (rowsReturned, names) => {
		const execution = await runWith(pairs(3), { options: { rowsReturned } });
		const { done } = await endedWith(execution, { result: synced([{ row: 1, name: 'Question 1' }]) });
		expect(done.slice(1).map(({ json }) => json['name'])).toEqual(names);
	});

	it('name faulty items of a pretended run too, which sends nothing', async () => {
		const items = [...pairs(1), { answer: 'No question' }, {}];
		const execution = await runWith(items, { options: { whenTesting: 'inStep' } });
		const [done, notDone] = execution.data.resultData.runData['Task']?.[0]?.data?.['main'] ?? [];
		expect((done ?? []).map(({ json }) => json['outcome'])).toEqual(['completed', 'done', 'skipped']);
		const reason = expect.stringMatching(/^Question /) as string;
		expect(notDone?.map(({ json }) => json)).toMatchObject([{ outcome: 'refused', reason, isSample: true }]);
		expect([gateway.inputs, await gateway.tasks()]).toEqual([[], []]);
	});

	it('are the whole rows and the whole task if they are not simplified', async () => {
		const { done } = await endedWith(await runWith(pairs(2), { simplify: false }), { result: synced([{}, {}]) });
		expect(done[0]?.json['result']).toMatchObject({ manifestVersion: 1, rows: [{}, {}] });
		expect(done[1]?.json).toMatchObject({ audit: { writes: 1 }, item: { index: 0 } });
	});

	it('never pair a row with another item, and the digest with none', async () => {
		const show = '={{ $("Source").item.json.question }}';
		const execution = await runWith(pairs(2), {}, { show });
		const { resumed } = await endedWith(execution, { result: synced([{}, {}]) });
		const shown = resumed?.shown('Done') ?? [];
		expect(shown).toHaveLength(3);
		for (const one of shown) expect(one).toMatch(/^Error/);
	});

	it('pair each row with its item if the task has ended before the node waits', async () => {
		const show = '={{ $("Source").item.json.question }}';
		const options = { idempotencyKey: 'once' };
		await runWith(pairs(2), { waitForEnd: false, options });
		const [task] = await gateway.tasks();
		const end = { result: synced([{}, { row: null, step: 'delete' }]), stage: 'completed', status: 'completed' };
		Object.assign(task ?? {}, end);
		const keep = gateway.waits.set.bind(gateway.waits);
		gateway.waits.set = (id, wait) => keep(id, { ...wait, status: 'completed' });
		const execution = await runWith(pairs(2), { options }, { show });
		const error = expect.stringMatching(/^Error/) as string;
		expect(execution.shown('Done')).toEqual([error, 'Question 0', 'Question 1', error]);
	});
});
