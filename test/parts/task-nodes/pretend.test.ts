import { buffer } from 'node:stream/consumers';
import * as xlsx from '@e965/xlsx';
import { parquetReadObjects } from 'hyparquet';
import { z } from 'zod';
import type { IDataObject, INodeExecutionData, WorkflowExecuteMode } from 'n8n-workflow';
import { taskTypes } from '../../../task-nodes/nodes/AgentKnowledgeTask/task-types';
import { conversationFile } from '../../../task-nodes/nodes/AgentKnowledgeTask/task-types/samples/conversations';
import { sampleFile } from '../../../task-nodes/nodes/AgentKnowledgeTask/task-types/samples/export-file';
import { taskViewSchema } from '../../../worker/gateway/schemas';
import { fileKey } from '../../../worker/storage/blobs';
import { parquetOf } from '../../../worker/storage/conversation-files/parquet';
import { CONTENT_TYPES as CONVERSATION_TYPES, encodingOf } from '../../../worker/storage/conversation-files/rows';
import { groupOf } from '../../../worker/storage/lead-files/chunk';
import { CONTENT_TYPES, leadFileOf, type LeadFormat } from '../../../worker/storage/lead-files/lead-file';
import { contracts } from '../../../workflows/contracts';
import { agentTaskId } from '../../../workflows/task/ids';
import { run } from '../../support/task-nodes/engine';
import { ended, FIELDS, fieldsOf, type NodeOutputs, type Waited } from '../../support/task-nodes/ended-task';
import type { TestFlow } from '../../support/task-nodes/flow';
import { type TaskGateway, useTaskGateway } from '../../support/task-nodes/gateway';
import { waitingFlow } from '../../support/task-nodes/waiting-flow';

const gateway = useTaskGateway();

interface Ran extends NodeOutputs {
	error: Error | undefined;
	waiting: boolean;
	hints: string[];
	/** What the gateway got: inputs of tasks, and waits. */
	inputs: object[];
	waits: number;
}

async function runWith(
	parameters: TestFlow['parameters'],
	{ mode = 'manual', at = gateway, ...flow }: Partial<TestFlow> & { mode?: WorkflowExecuteMode; at?: TaskGateway } = {},
): Promise<Ran> {
	const execution = await run(waitingFlow(['agent_a'], { parameters, ...flow }), at.credential, { mode });
	const ran = execution.data.resultData.runData['Task']?.at(-1);
	const [done, notDone] = ran?.data?.['main'] ?? [];
	const hints = (ran?.hints ?? []).map(({ message }) => message);
	const { error, waiting } = execution;
	const seen = { inputs: [...at.inputs], waits: at.waits.size };
	return { done: done ?? [], notDone: notDone ?? [], error, waiting, hints, ...seen };
}

const pretending = (value: string, more: IDataObject = {}) => ({ options: { whenTesting: value, ...more } });

const pretended = new Map<string, Promise<Ran>>();
/** Runs each sample once, whole and simplified: its tests look at the same run. */
function pretend(type: Waited, value: string, { simplify = true } = {}): Promise<Ran> {
	const name = `${type} ${value} ${simplify}`;
	const ran = pretended.get(name) ?? runWith(fieldsOf(type, { simplify, ...pretending(value) }));
	pretended.set(name, ran);
	return ran;
}

const samples = taskTypes.flatMap(({ value: type, samples: all = [] }) =>
	all.map(({ value }) => [type as Waited, value] as const),
);

it('every task that a node waits for has samples, and one for each output', async () => {
	expect([...new Set(samples.map(([type]) => type))].sort()).toEqual(Object.keys(FIELDS).sort());
	for (const type of Object.keys(FIELDS) as Waited[]) {
		const outputs = samples.filter(([of]) => of === type).map(([, value]) => pretend(type, value));
		const filled = (await Promise.all(outputs)).map(({ done }) => Math.min(done.length, 1));
		expect([...new Set(filled)].sort()).toEqual([0, 1]);
	}
});

describe.each(samples)('a pretended %s that is %s', (type, value) => {
	it('starts nothing, and says that it is a sample', async () => {
		const { error, waiting, inputs, waits, hints, ...outputs } = await pretend(type, value);
		expect([error, waiting, inputs, waits]).toEqual([undefined, false, [], 0]);
		const item = isSet(type) ? {} : { item: { index: 0, json: { agent: 'agent_a' } } };
		expect(onlyItem(outputs).json).toMatchObject({ isSample: true, type, ...item });
		expect(hints).toEqual([expect.stringMatching(/^Sample: nothing was sent or started\./)]);
	});

	it('has all fields of a whole task of the gateway', async () => {
		const task = await wholeSample(type, value);
		expect(taskViewSchema.parse(task)).toEqual({ ...task, links: { self: expect.stringMatching(/^\/v1/) as string } });
		const { result } = task;
		expect(contracts[type].result.nullable().parse(result)).toEqual(result);
	});

	it.each([true, false])('is what a real task with this end is (Simplify: %s)', async (simplify) => {
		const sampled = await pretend(type, value, { simplify });
		const { status, stage, progress, result, error } = await wholeSample(type, value);
		const end = async (id: string) => {
			const file = taskTypes.find((each) => each.value === type)?.sampleFile?.({});
			if (file !== undefined) await gateway.blobs.write(fileKey(id, file.name), file.content);
			return { status, stage, progress, result, error };
		};
		const real = await ended(gateway, type, end, { simplify });
		expect([sampled.done.length, sampled.notDone.length]).toEqual([real.done.length, real.notDone.length]);
		const [sample, item] = [onlyItem(sampled), onlyItem(real)];
		const { isSample: _mark, ...json } = sample.json;
		expect(Object.keys(json)).toEqual(Object.keys(item.json));
		expect(withoutPlace(json)).toEqual(withoutPlace(item.json));
		expect(Object.keys(sample.binary ?? {})).toEqual(Object.keys(item.binary ?? {}));
		expect(sample.binary?.['data']?.mimeType).toBe(item.binary?.['data']?.mimeType);
		expect(sample.pairedItem).toMatchObject({ item: 0 });
		expect(rowsOf(sampled).map(({ json: row }) => row)).toEqual(
			rowsOf(real).map(({ json: row }) => ({ isSample: true, ...row })),
		);
	});
});

describe('When Testing', () => {
	const withoutCallbacks = useTaskGateway({ callbackHosts: [] });
	const withBucket = useTaskGateway({ buckets: ['reports'] });
	const email = (more: TestFlow['parameters']) => fieldsOf('email-send-with-review', more);

	it.each<WorkflowExecuteMode>(['trigger', 'webhook', 'integrated', 'retry', 'chat', 'evaluation', 'cli', 'error'])(
		'is ignored by a run that nobody started in the editor: %s',
		async (mode) => {
			const { waiting, hints } = await runWith(email(pretending('approved')), { mode });
			expect([waiting, hints, gateway.inputs.length]).toEqual([true, [], 1]);
		},
	);

	it('does what the operation does by default', async () => {
		expect((await runWith(email(pretending('production')))).waiting).toBe(true);
		expect(gateway.inputs).toHaveLength(1);
	});

	it.each([
		['a field that the node checks', { to: '={{ [] }}' }, /^To is empty/],
		['a field that the gateway checks', { to: 'nobody' }, /^To: "nobody"/],
		[
			'an agent that nobody knows',
			{ agentId: { __rl: true, mode: 'id', value: 'nobody' } },
			/Agent: "nobody" is unknown/,
		],
		['a review that no one would learn of', { reviewers: '' }, /No one would learn of this review/],
		['a pretence that there is not', { options: { whenTesting: 'maybe' } }, /"When Testing" must be one of/],
		[
			'a deadline that is none',
			pretending('approved', { stopWaitingAfter: { duration: { amount: 0, unit: 'hours' } } }),
			/"Stop Waiting After" must be an amount/,
		],
		['a choice that is none', pretending('approved', { partialSuccess: 'yes' }), /"Accept Partial Success" must be/],
	])('refuses %s', async (_what, fields, message) => {
		const { error } = await runWith(email({ ...pretending('approved'), ...fields }));
		expect(error?.message).toMatch(message);
	});

	it.each([
		['a task that it starts', email(pretending('approved'))],
		['any task', { resource: 'task', operation: 'wait', taskId: 'retrain-and-wait~1', ...pretending('done') }],
	])('refuses to wait for %s if the gateway may not call n8n back', async (_what, parameters) => {
		const { error } = await runWith(parameters, { at: withoutCallbacks });
		expect(error?.message).toMatch(/^The gateway may not call n8n back: the resume URL/);
	});

	it('gives a refused item by the second output if the node continues', async () => {
		const items = [{ to: 'ada@client.example' }, { to: 'nobody' }];
		const more = { items, node: { onError: 'continueRegularOutput' } } as const;
		const { done, notDone } = await runWith(email({ to: '={{ $json.to }}', ...pretending('approved') }), more);
		expect([done, notDone].map((list) => list.map(({ json }) => json['status']))).toEqual([
			['completed'],
			['not_started'],
		]);
	});

	it('shows the fields of each item', async () => {
		const items = [{ to: 'ada@client.example' }, { to: 'bob@client.example, eve@client.example' }];
		const { done } = await runWith(email({ to: '={{ $json.to }}', ...pretending('approved') }), { items });
		const addresses = done.map(({ json }) => JSON.stringify(json['details']).match(/[a-z]+@client\.example/g));
		expect(addresses).toEqual([['ada@client.example'], ['bob@client.example', 'eve@client.example']]);
		expect(done.map(({ json }) => json['id'])).toEqual([1, 2].map((n) => `email-send-with-review~sample-${n}`));
	});

	it('starts nothing either where the node would not wait for the end, or is a tool', async () => {
		const fields = email({ waitForEnd: false, ...pretending('rejected') });
		const { done } = await runWith(fields);
		const asTool = await runWith(email(pretending('rejected')), { node: { type: 'agentKnowledgeTaskTool' } });
		for (const [item] of [done, asTool.done]) {
			expect(item?.json).toMatchObject({ isSample: true, status: 'running', page: `${gateway.url}/tasks` });
		}
		expect(gateway.inputs).toEqual([]);
	});

	it('sends partial success by the first output if that is accepted', async () => {
		const { done } = await runWith(fieldsOf('add-sources', pretending('partlyFailed', { partialSuccess: true })));
		expect(done[0]?.json).toMatchObject({ outcome: 'partly_failed', sources: 2, added: 1, notAdded: 1 });
	});

	it('names the files of the item, and sends none', async () => {
		const items = [{ files: { data: { name: 'prices.txt', content: 'a' } } }];
		const fields = fieldsOf('add-sources', { sources: {}, binaryPropertyNames: 'data', ...pretending('added') });
		const { done, error } = await runWith(fields, { items });
		expect(error).toBeUndefined();
		expect(JSON.stringify(done[0]?.json['details'])).toContain('"type":"file","name":"prices.txt"');
	});

	const sources = { sources: { source: [{ type: 'text', title: 'a.txt', content: 'Of the same name' }] } };

	it.each([
		[
			'of a kind that the service does not read',
			{ data: { name: 'malware.exe', content: 'a' } },
			/must end with one of/,
		],
		[
			'that cannot be told apart',
			{ data: { name: 'a.txt', content: 'a' }, other: { name: 'a.txt', content: 'b' } },
			/is already used for different content/,
		],
		[
			'of the same name and content',
			{ data: { name: 'a.txt', content: 'a' }, other: { name: 'a.txt', content: 'a' } },
			/^accepted$/,
		],
		['called as a text', { data: { name: 'a.txt', content: 'a' } }, /^accepted$/],
	])('judges files %s as a start does', async (_which, files, refusal) => {
		const parameters = (more: IDataObject) =>
			fieldsOf('add-sources', { ...sources, binaryPropertyNames: '*', ...more });
		const [pretended, real] = [
			await runWith(parameters(pretending('added')), { items: [{ files }] }),
			await runWith(parameters({}), { items: [{ files }] }),
		];
		expect(pretended.error?.message).toEqual(real.error?.message);
		expect(pretended.error?.message ?? 'accepted').toMatch(refusal);
	});

	it('leaves the file of an export in its bucket', async () => {
		const fields = fieldsOf('lead-export', pretending('exported', { bucket: 'reports' }));
		const { error, done } = await runWith(fields, { at: withBucket });
		expect(error).toBeUndefined();
		const [item] = done;
		expect(item?.binary).toBeUndefined();
		expect(item?.json).toMatchObject({ fileLink: null, fileName: 'leads-sample.csv' });
		expect(item?.json['notDownloaded']).toBe('The file is in the bucket "reports" as leads-sample.csv.');
	});

	it('refuses a bucket that the gateway does not have', async () => {
		const { error } = await runWith(fieldsOf('lead-export', pretending('exported', { bucket: 'reports' })));
		expect(error?.message).toContain('reports');
	});
});

describe('Wait', () => {
	const parameters = { resource: 'task', operation: 'wait', taskId: '={{ $json.taskId }}' };

	it.each([
		['email-send-with-review~1', 'done', { outcome: 'sent', decision: 'approve' }],
		['nightly-retrain~1', 'failed', { outcome: 'failed', trained: null }],
		[
			agentTaskId('nightly-retrain~1', 'agent_a'),
			'done',
			{ type: 'retrain-and-wait', pagesCompleted: 12, canChat: true },
		],
		[agentTaskId('nightly-retrain~1', 'ä'), 'done', { type: 'retrain-and-wait', pagesCompleted: 12, canChat: true }],
		['of-a-newer-gateway~1', 'done', { outcome: 'completed' }],
	])('pretends the end of %s by its ID: %s', async (taskId, value, shown) => {
		const { done, notDone, hints } = await runWith({ ...parameters, ...pretending(value) }, { items: [{ taskId }] });
		expect([...done, ...notDone].map(({ json }) => json)).toMatchObject([{ isSample: true, id: taskId, ...shown }]);
		expect([done.length, hints.length]).toEqual([value === 'done' ? 1 : 0, 1]);
	});

	it('refuses an empty ID', async () => {
		const { error } = await runWith({ ...parameters, ...pretending('done') }, { items: [{ taskId: '' }] });
		expect(error?.message).toBe('The field "Task ID" is empty');
	});
});

describe('the sample file of an export', () => {
	const formats = [
		...(['any', 'none', 'comma', 'semicolon'] as const).map((spreadsheet) => ['csv', spreadsheet] as const),
		...(['ndjson', 'xlsx'] as const).map((format) => [format, 'any'] as const),
	];

	it.each(formats)('is what the worker writes: %s, %s', async (format, spreadsheet) => {
		const file = sampleFile({ format, spreadsheet });
		expect([file.name, file.contentType]).toEqual([`leads-sample.${format}`, CONTENT_TYPES[format]]);
		const real = await fileOfWorker(format, spreadsheet);
		expect(readable(format, file.content)).toEqual(readable(format, real));
	});

	async function fileOfWorker(format: LeadFormat, spreadsheet: 'any' | 'none' | 'comma' | 'semicolon') {
		const lines = sampleFile({ format: 'ndjson' }).content.toString().trim().split('\n');
		const leads = lines.map((line) => JSON.parse(line) as Parameters<typeof groupOf>[0][number]);
		const given = async function* () {
			yield await Promise.resolve(groupOf(leads));
		};
		const table = { fields: { names: ['company'], hasShared: false }, rows: leads.length };
		return await buffer(leadFileOf({ format, spreadsheet }, given(), table).content);
	}

	function readable(format: LeadFormat, content: Buffer): unknown {
		if (format !== 'xlsx') return content.toString();
		const { Sheets, SheetNames } = xlsx.read(content);
		return SheetNames.map((name) => [name, xlsx.utils.sheet_to_json(Sheets[name] ?? {})]);
	}
});

describe('the sample file of an export of conversations', () => {
	it.each([
		...(['any', 'none', 'comma', 'semicolon'] as const).map((spreadsheet) => ['csv', spreadsheet] as const),
		['ndjson', 'any'] as const,
	])('is what the worker writes: %s, %s', (format, spreadsheet) => {
		const { content, contentType } = conversationFile({ format, spreadsheet });
		expect(contentType).toBe(CONVERSATION_TYPES[format]);
		const { transcriptMissing, ...conversation } = sampleLine();
		expect(transcriptMissing).toBeNull();
		const { head, lines } = encodingOf(format, spreadsheet);
		const { text } = lines({ agentId: 'agent_sample', day: '2026-01-01', conversation });
		expect(content.toString()).toBe(head + text);
	});

	it('is what the worker writes: parquet', async () => {
		const { content, contentType } = conversationFile({ format: 'parquet' });
		expect(contentType).toBe(CONVERSATION_TYPES.parquet);
		const { transcriptMissing: _missing, ...conversation } = sampleLine();
		async function* given() {
			yield await Promise.resolve({ agentId: 'agent_sample', day: '2026-01-01', conversation });
		}
		const written = await buffer(parquetOf(given(), () => undefined));
		expect(await rowsOf(content)).toEqual(await rowsOf(written));
		expect(await rowsOf(content)).toHaveLength(2);
	});

	const rowsOf = (bytes: Buffer) => parquetReadObjects({ file: new Uint8Array(bytes).buffer });
	const sampleLine = () => z.record(z.string(), z.unknown()).parse(JSON.parse(conversationFile({}).content.toString()));
});

/** The sample as the gateway would show it. */
async function wholeSample(type: Waited, value: string): Promise<IDataObject> {
	const { json } = onlyItem(await pretend(type, value, { simplify: false }));
	const { isSample: _mark, item: _input, notDownloaded: _where, ...task } = json;
	return task;
}

/** The digest of a set is its one item with a status; the others are its rows. */
const isSet = (type: Waited) => type === 'knowledge-sync';
const isRow = ({ json }: INodeExecutionData) => 'step' in json;
const rowsOf = ({ done, notDone }: NodeOutputs) => [...done, ...notDone].filter(isRow);

function onlyItem({ done, notDone }: NodeOutputs): INodeExecutionData {
	const [item, ...others] = [...done, ...notDone].filter((each) => !isRow(each));
	if (item === undefined || others.length > 0) throw new Error(`${others.length} items, where one was awaited.`);
	return item;
}

/** Without ids, addresses and times, which no two tasks share. */
function withoutPlace(value: unknown): unknown {
	const text = JSON.stringify(value, (key, part: unknown) =>
		['id', 'page', 'self', 'file', 'fileLink', 'link'].includes(key) && typeof part !== 'object' ? typeof part : part,
	);
	return JSON.parse(
		text.replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"a time"').replace(/"(closedAt)":null/g, '"$1":"a time"'),
	);
}
