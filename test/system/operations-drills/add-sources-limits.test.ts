import { Readable } from 'node:stream';
import { createClient, LIMITS } from '../../../api';
import { openBlobs, receiveUpload } from '../../../worker/storage/blobs';
import { blobsSchema } from '../../../worker/storage/settings';
import { addSourcesResultSchema } from '../../../workflows/add-sources/contract';
import type { StartedTask, TaskView } from '../../../worker/tasks';
import { startOwnTemporal } from '../../support/temporal/own-server';
import { Platform } from '../../support/temporal/start-platform';

const MEGABYTE = LIMITS.textSnippetBytes;
/** Few enough that a task of hundreds begins several histories. */
const CONTINUE_AS_NEW_AT = 400;
/** What a history may have grown further by the time its workflow hears of it. */
const EVENTS_BEYOND = 50;

let platform: Platform;
let agentId: string;

beforeAll(async () => {
	const temporal = startOwnTemporal([`limit.historyCount.suggestContinueAsNew=${CONTINUE_AS_NEW_AT}`]);
	platform = await Platform.start({ clockFactor: 1000, settleMs: 300, temporal });
});
afterAll(() => platform.stop());
beforeEach(async () => {
	({ id: agentId } = await platform.admin.createAgent({ name: 'Sources', website: platform.sandbox.siteUrl }));
});
afterEach(async () => {
	await platform.admin.clearFaults();
	await platform.admin.changeAccount({ plan: 'business' });
});

const blobs = () => openBlobs(blobsSchema.parse({ directory: platform.blobs }));

/** As PUT /v1/blobs does it. */
async function upload(content: string): Promise<string> {
	return (await receiveUpload(blobs().store, Readable.from([content]), LIMITS.fileBytes)).blob;
}

/** A text of just so many bytes, unlike every other number's. */
const filled = (bytes: number, number: number) => `Part ${number} of all. `.repeat(bytes / 15).slice(0, bytes);

function start(key: string, sources: object[], more: object = {}): Promise<StartedTask> {
	const input = { version: 1, connection: 'sandbox', agentId, sources, ifPresent: 'skip', ...more };
	return platform.tasks.start({ type: 'add-sources', idempotencyKey: key, input });
}

const resultOf = (task: TaskView) => addSourcesResultSchema.parse(task.result);

/** Names of all that the agent has. */
async function names(): Promise<string[]> {
	const api = createClient({ baseUrl: platform.sandbox.apiUrl, apiKey: platform.sandbox.seedKey });
	const found: string[] = [];
	for (let offset = 0, total = 1; offset < total; offset += LIMITS.pageSize) {
		const page = await api.call('listSources', { params: { id: agentId }, query: { limit: LIMITS.pageSize, offset } });
		found.push(...page.items.map(({ name }) => name));
		({ total } = page);
	}
	return found;
}

/** Every history of a task, the newest first: events and bytes. */
async function histories(id: string): Promise<Array<{ events: number; bytes: number }>> {
	const sizes = [];
	for (let runId: string | undefined; ;) {
		const { info } = await platform.client.workflow
			.getHandle(id, runId)
			.describe()
			.then(({ raw }) => ({ info: raw.workflowExecutionInfo }));
		sizes.push({ events: Number(info?.historyLength), bytes: Number(info?.historySizeBytes) });
		const { events } = await platform.client.workflow.getHandle(id, runId).fetchHistory();
		const before = events?.[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId;
		if (!before) return sizes;
		runId = before;
	}
}

it("the plan's limit is understood though the service says it before it has read the file", async () => {
	const blob = await upload(filled(LIMITS.fileBytes, 0));
	const whole = await platform.ended((await start('10 MB', [{ type: 'file', filename: 'a.txt', blob }])).id);
	expect(resultOf(whole).counts.indexed).toBe(1);
	await platform.admin.changeAccount({ plan: 'free' });
	const files = ['b.txt', 'c.txt'].map((filename) => ({ type: 'file', filename, blob }));
	const { rows, stoppedBy } = resultOf(await platform.ended((await start('early', files)).id));
	expect(stoppedBy).toMatchObject({ type: 'training_limit_exceeded' });
	expect(rows.map(({ status, audit }) => [status, audit.postAttempts])).toEqual([
		['refused', 1],
		['not_started', 0],
	]);
});

it('hundreds of pages, texts and files are added once each, in histories that stay small, though responses are lost', async () => {
	const home = platform.sandbox.siteUrl;
	const sources = [];
	for (let number = 0; number < 140; number += 1) {
		sources.push({ type: 'url', url: `${home}/?page=${number}` });
		sources.push({ type: 'text', title: `Text ${number}`, content: filled(2_000, number) });
		// The sandbox looks at each file in two threads of its own: a hundred of them take a busy machine ten minutes.
		if (number % 7 > 0) continue;
		sources.push({ type: 'file', filename: `file-${number}.md`, blob: await upload(filled(3_000, number)) });
	}
	const before = await names();
	const task = await start('hundreds', sources);
	const lose = (path: string, kind: 'lost-after' | 'lost-before') => platform.admin.addFault('POST', path, { kind });
	for (const path of ['/agents/{id}/sources', '/agents/{id}/sources/files']) {
		await lose(path, 'lost-after');
		await lose(path, 'lost-before');
	}
	const ended = await platform.tasks.waitFor(task.id, 550_000);
	expect(ended).toMatchObject({ status: 'completed' });
	const { rows, counts } = resultOf(ended);
	expect(counts).toMatchObject({ indexed: sources.length, not_started: 0 });
	const added = (await names()).filter((name) => !before.includes(name));
	expect([...added].sort()).toEqual(rows.map(({ name }) => name).sort());
	const lost = rows.filter(({ audit }) => audit.ambiguous);
	expect(lost.map(({ type, audit }) => [type === 'file', audit.postAttempts])).toEqual(
		expect.arrayContaining([
			[false, 1],
			[false, 2],
			[true, 1],
			[true, 2],
		]),
	);
	expect(lost).toHaveLength(4);
	expect(rows.flatMap(({ audit }) => audit.duplicates)).toEqual([]);
	const sizes = await histories(task.id);
	expect(sizes.length).toBeGreaterThan(3);
	for (const { events, bytes } of sizes) {
		expect(events).toBeLessThan(CONTINUE_AS_NEW_AT + EVENTS_BEYOND);
		expect(bytes).toBeLessThan(MEGABYTE);
	}
});
