import type { WorkflowHandle } from '@temporalio/client';
import { eventually } from '../../support/time/eventually';
import { knowledgeSyncInputSchema, type KnowledgeSyncResult } from '../../../workflows/knowledge-sync/contract';
import { planViewSchema } from '../../../workflows/knowledge-sync/review-contract';
import type { DecisionResponse } from '../../../workflows/review/contract';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { recordHistory } from '../replay/record-history';
import { frozen } from './frozen';
import { ScriptedKnowledge } from './scripted-knowledge';
import { ScriptedService } from './scripted-service';
import { useWorkers } from './use-workers';

let script = new ScriptedKnowledge();
type Activity = (...input: unknown[]) => Promise<unknown>;
/** The activities of the script of the moment, which each test sets. */
const forwarded = (of: (given: ScriptedKnowledge) => object) =>
	Object.fromEntries(
		Object.keys(of(script)).map((name) => [
			name,
			(...input: unknown[]) => (of(script) as Record<string, Activity>)[name]?.(...input),
		]),
	);
const workers = useWorkers({
	continueAsNewAt: 120,
	internal: {
		...new ScriptedService().internal,
		discardChunks: () => Promise.resolve(),
		...forwarded(({ sets }) => sets),
	},
	connections: { c: forwarded(({ calls }) => calls) },
});
beforeEach(() => {
	script = new ScriptedKnowledge();
});

const ROWS = [{ type: 'qa', question: 'When?', answer: 'Now' }];

function start(name: string, more: object = {}) {
	const input = knowledgeSyncInputSchema.parse({
		connection: 'c',
		agentId: 'one',
		set: 'Handbook',
		rows: ROWS,
		...more,
	});
	return workers.client.workflow.start('knowledgeSync', {
		workflowId: `knowledge-sync/${name}`,
		taskQueue: INTERNAL_QUEUE,
		args: [{ input, frozen: { ...frozen, settleMs: 20 } }],
	});
}

const resultOf = async (task: WorkflowHandle) => (await task.result()) as KnowledgeSyncResult;
let decided = 0;
const decide = (task: WorkflowHandle, action: string, hash: string, more: object = {}) => {
	const request = { id: `d${(decided += 1)}`, action, hash, by: 'Ada', via: 'api', note: null, asked: action, ...more };
	return task.executeUpdate<DecisionResponse, [object]>('decide', { args: [request] });
};
const viewOf = (task: WorkflowHandle) => task.query<unknown>('review').then((view) => planViewSchema.parse(view));
const untilSays = (task: WorkflowHandle, words: string) =>
	eventually(
		async () => ((await task.describe()).memo?.['progress'] ?? {}) as { message?: string },
		({ message = '' }) => message.includes(words),
		`Progress with: ${words}`,
	);

describe('the paths of knowledge-sync', () => {
	it('reads what the agent has, applies the plan, and follows what the service reads', async () => {
		Object.assign(script, { texts: 5, areSources: true });
		const task = await start('whole');
		expect(await resultOf(task)).toMatchObject({ outcome: 'applied', counts: { done: 2 }, manifestVersion: 7 });
		expect([script.plans.length, script.released, script.reports]).toEqual([1, 1, 1]);
		expect(script.plans[0]?.texts?.spans.map(({ from }) => from)).toEqual([0, 1, 3]);
		await recordHistory(workers.client, task.workflowId, 'knowledge-sync.v1.whole');
	});

	it('asks by searches what it has changed', async () => {
		script.toSend = [6];
		const task = await start('proven', { prove: true });
		await resultOf(task);
		expect(script.unproven?.toSorted()).toEqual(['k1', 'k3', 'k5']);
		await recordHistory(workers.client, task.workflowId, 'knowledge-sync.v1.proven');
	});

	it('compares again after a lost response, and repeats only then', async () => {
		script.toSend = [3, 1];
		script.lose(0, 1);
		const task = await start('lost');
		await resultOf(task);
		expect(script.sent.map(({ plan, index }) => [plan.round, index]).toSorted()).toEqual([
			[0, 0],
			[0, 1],
			[0, 2],
			[1, 0],
		]);
		// The last one looks for requests that took effect late.
		expect(script.plans.map(({ round, ends }) => [round, ends.length])).toEqual([
			[0, 0],
			[1, 1],
			[2, 2],
		]);
		await recordHistory(workers.client, task.workflowId, 'knowledge-sync.v1.lost');
	});

	it('gives up a response that is lost in every round', async () => {
		script.toSend = [1, 1, 1, 1];
		for (const round of [0, 1, 2, 3]) script.lose(round, 0);
		await resultOf(await start('always lost'));
		expect(script.sent).toHaveLength(3);
	});

	it('waits for a person, refuses a decision on another plan, and compares again before it applies', async () => {
		script.guards = ['The plan deletes much.'];
		const task = await start('asked');
		await untilSays(task, 'A person has to decide on the plan until');
		const { question, set, steps, stored } = await viewOf(task);
		expect(question).toMatchObject({ number: 1, hash: script.hash, reason: 'The plan deletes much.' });
		expect([set, steps.create, stored?.attempt]).toEqual(['Handbook', 2, 1]);
		await expect(decide(task, 'approve', 'b'.repeat(22))).rejects.toThrow();
		await expect(decide(task, 'confirm_sent', script.hash)).rejects.toThrow();
		expect(script.sent).toEqual([]);
		await decide(task, 'approve', script.hash, { keep: ['a key'] });
		expect(await resultOf(task)).toMatchObject({
			outcome: 'applied',
			decisions: [{ action: 'approve', by: 'Ada', hash: script.hash, question: 1 }],
		});
		expect(script.plans.map(({ decision }) => decision?.keep)).toEqual([undefined, ['a key']]);
		await recordHistory(workers.client, task.workflowId, 'knowledge-sync.v1.asked');
	});

	it('asks again if the plan has changed since the decision, and sends nothing once it is rejected', async () => {
		script.guards = ['The plan deletes much.'];
		const task = await start('asked-twice');
		await untilSays(task, 'A person has to decide');
		const first = script.hash;
		script.hash = 'c'.repeat(22);
		script.guards = ['The plan deletes more.'];
		await decide(task, 'approve', first);
		await untilSays(task, 'The plan deletes more.');
		expect((await viewOf(task)).question).toMatchObject({ number: 2, hash: script.hash });
		await decide(task, 'reject', script.hash);
		expect(await resultOf(task)).toMatchObject({ outcome: 'rejected', decisions: [{}, { action: 'reject' }] });
		expect(script.sent).toEqual([]);
		await recordHistory(workers.client, task.workflowId, 'knowledge-sync.v1.rejected');
	});

	it('makes the plan again with texts that a person wrote, and asks about that one', async () => {
		script.guards = ['The plan deletes much.'];
		const task = await start('edited');
		await untilSays(task, 'A person has to decide');
		const first = script.hash;
		script.hash = 'd'.repeat(22);
		await decide(task, 'edit', first, { texts: [{ key: 'qa a?', text: 'By Ada' }] });
		const reason = 'Ada wrote a new text. The plan deletes much.';
		expect((await viewOf(task)).question).toMatchObject({ number: 2, hash: script.hash, reason });
		await decide(task, 'approve', script.hash);
		const decisions = [{ action: 'edit' }, { action: 'approve' }];
		expect(await resultOf(task)).toMatchObject({ outcome: 'applied', decisions });
		expect(script.plans.map(({ edits }) => edits?.length ?? 0)).toEqual([0, 1, 1]);
		await recordHistory(workers.client, task.workflowId, 'knowledge-sync.v1.edited');
	});

	it('applies the plan with the texts of a person, also if it was bound to the plan before', async () => {
		script.guards = ['The plan deletes much.'];
		const task = await start('edited-bound', { planHash: script.hash });
		await untilSays(task, 'A person has to decide');
		const first = script.hash;
		script.hash = 'd'.repeat(22);
		await decide(task, 'edit', first, { texts: [{ key: 'qa when?', text: 'Later' }] });
		await decide(task, 'approve', script.hash);
		expect(await resultOf(task)).toMatchObject({ outcome: 'applied', counts: { done: 2 } });
	});

	it('sends nothing if the plan that it was bound to has changed beside the texts of a person', async () => {
		script.guards = ['The plan deletes much.'];
		const task = await start('edited-and-changed', { planHash: script.hash });
		await untilSays(task, 'A person has to decide');
		const first = script.hash;
		const edited = (script.hash = 'd'.repeat(22));
		await decide(task, 'edit', first, { texts: [{ key: 'qa when?', text: 'Later' }] });
		script.hash = 'e'.repeat(22);
		await decide(task, 'approve', edited);
		await expect(task.result()).rejects.toMatchObject({ cause: { type: 'plan_changed' } });
		expect(script.sent).toEqual([]);
	});

	it('refuses texts that no history can hold together', async () => {
		script.guards = ['The plan deletes much.'];
		const task = await start('edited-too-much');
		await untilSays(task, 'A person has to decide');
		const long = (key: string) => [{ key, text: 'x'.repeat(150_000) }];
		const { next } = await decide(task, 'edit', script.hash, { texts: long('a') });
		const hash = next?.hash ?? '';
		const more = decide(task, 'edit', hash, { texts: long('b') });
		await expect(more).rejects.toMatchObject({ cause: { type: 'decision_not_possible' } });
		expect((await viewOf(task)).question).toMatchObject({ number: 2, hash });
		await decide(task, 'edit', hash, { texts: long('a').map(({ key }) => ({ key, text: 'Short' })) });
		await decide(task, 'reject', (await viewOf(task)).question?.hash ?? '');
		expect(await resultOf(task)).toMatchObject({ outcome: 'rejected' });
	});

	it('says that its question is closed once it is cancelled', async () => {
		script.guards = ['The plan deletes much.'];
		const task = await start('cancelled-question');
		await untilSays(task, 'A person has to decide');
		await task.cancel();
		await expect(task.result()).rejects.toThrow();
		expect(await viewOf(task)).toMatchObject({ question: null, cancelled: 'Nothing was sent.' });
		expect(script.sent).toEqual([]);
	});

	it('takes what the agent has: reads both lists and all texts whole, plans without a write, and notes it', async () => {
		Object.assign(script, { texts: 5, toSend: [0] });
		const task = await start('adopted', { rows: undefined, fromAgent: true });
		expect(await resultOf(task)).toMatchObject({ outcome: 'applied', manifestVersion: 6 });
		expect([script.sent.length, script.plans.length, script.reports]).toEqual([0, 1, 1]);
		expect(script.plans[0]).toMatchObject({ policy: { mode: 'add', adoptOnly: true }, rows: { rows: 2 } });
		await recordHistory(workers.client, task.workflowId, 'knowledge-sync.v1.adopted');
	});

	it('sends nothing for what another set has taken meanwhile, and gives it up', async () => {
		Object.assign(script, { toSend: [3], overtaken: [1, 250] });
		const task = await start('overtaken');
		await resultOf(task);
		expect(script.sent.map(({ index }) => index).toSorted()).toEqual([0, 2]);
		expect(
			script.ended.map(({ part, ends }) => [part, ends.flatMap(({ index, error }) => (error === null ? [] : [index]))]),
		).toEqual([
			[0, [1]],
			[2, [250]],
		]);
		expect(script.ended.at(-1)?.ends[0]).toMatchObject({ outcome: 'refused', writes: 0, error: { type: 'other_set' } });
		expect(script.released).toBe(1);
		await recordHistory(workers.client, task.workflowId, 'knowledge-sync.v1.overtaken');
	});

	it('gives up what another set has taken also if it is cancelled before its turn', async () => {
		Object.assign(script, { toSend: [3], overtaken: [250] });
		let release = () => {};
		script.hold = new Promise<void>((resolve) => (release = resolve));
		const task = await start('overtaken-cancelled');
		await eventually(() => script.sent.length === 3, Boolean, 'Three requests');
		await task.cancel();
		release();
		await expect(task.result()).rejects.toThrow();
		expect(script.ended.at(-1)?.ends).toMatchObject([{ index: 250, outcome: 'refused' }]);
		expect(script.released).toBe(1);
	});

	it('plans only', async () => {
		expect(await resultOf(await start('plan', { planOnly: true }))).toMatchObject({ outcome: 'planned' });
		expect([script.sent.length, script.released]).toEqual([0, 0]);
		expect(script.recorded).toMatchObject({ outcome: 'planned', planHash: script.hash, steps: { create: 2 } });
	});

	it('keeps its settings for the page of the set, and nothing that holds for one sync only', async () => {
		const more = { exclude: ['/old/**'], reviewers: ['ada@team.example'], planHash: script.hash, emptyOnPurpose: true };
		const url = 'https://shop.example.com/sitemap.xml';
		await resultOf(await start('recorded', { rows: undefined, url, ...more }));
		expect(script.recorded).toMatchObject({ outcome: 'applied', manifestVersion: 7 });
		expect(script.recorded?.settings).toEqual({
			url,
			exclude: ['/old/**'],
			mode: 'mirror',
			drift: 'ask',
			existing: 'refuse',
			prove: false,
		});
	});

	it('lets a request end after a cancellation, notes it, and sends no other', async () => {
		script.toSend = [20];
		let release = () => {};
		script.hold = new Promise<void>((resolve) => (release = resolve));
		const task = await start('cancelled');
		await eventually(() => script.sent.length === 4, Boolean, 'Four requests');
		await task.cancel();
		release();
		const error = (await task.result().catch((thrown: unknown) => thrown)) as {
			cause: { type: string; details: unknown[] };
		};
		expect(error.cause.type).toBe('cancelled');
		expect(error.cause.details[1]).toMatchObject({ counts: { done: 4 } });
		const outcomes = script.ended.flatMap(({ ends }) => ends.map(({ outcome }) => outcome));
		expect(outcomes.filter((outcome) => outcome !== 'not_started')).toEqual(['done', 'done', 'done', 'done']);
		expect([script.sent.length, script.released, script.recorded?.outcome]).toEqual([4, 1, 'stopped']);
		await recordHistory(workers.client, task.workflowId, 'knowledge-sync.v1.cancelled');
	});

	it('continues as new in a long list and between many steps, and sends each once', async () => {
		script.listed = 5_000;
		script.toSend = [230];
		const task = await start('long');
		expect(await resultOf(task)).toMatchObject({ counts: { done: 230 } });
		expect(new Set(script.sent.map(({ index }) => index)).size).toBe(230);
		expect([script.sent.length, script.ended.length]).toEqual([230, 3]);
		const { firstExecutionRunId } = await task.describe().then(({ raw }) => ({
			firstExecutionRunId: raw.workflowExecutionInfo?.firstRunId ?? undefined,
		}));
		await recordHistory(workers.client, task.workflowId, 'knowledge-sync.v1.continued', firstExecutionRunId);
		await recordHistory(workers.client, task.workflowId, 'knowledge-sync.v1.carried-on');
	});
});
