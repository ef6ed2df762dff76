import { definitions } from '../../../../worker/tasks/definitions';
import type { TaskView } from '../../../../worker/tasks';
import { retrainResultSchema } from '../../../../workflows/retrain/contract';
import { eventually } from '../../../support/time/eventually';
import { Platform } from '../../../support/temporal/start-platform';

let platform: Platform;
let requestsBefore: number;

const requests = () => platform.retrainsOf('agent_support');

beforeAll(async () => {
	platform = await Platform.start();
});
afterAll(() => platform.stop());
beforeEach(async () => {
	requestsBefore = await requests();
});
afterEach(() => platform.admin.clearFaults());

const requestsOfThisTest = async () => (await requests()) - requestsBefore;

/** A run that somebody else began. It continues until the clock runs faster. */
async function othersRun(key: string): Promise<string> {
	await platform.admin.setSettings({ clockFactor: 0.01 });
	const other = await platform.retrain(key);
	await eventually(
		() => platform.tasks.get(other.id),
		({ progress, status }) => progress?.runId !== undefined && status === 'running',
		'a task finds its run with its first look',
	);
	return other.id;
}

/** The progress of a running task, as soon as it says this. */
async function untilProgress(id: string, words: RegExp): Promise<string> {
	const { progress, status } = await eventually(
		() => platform.tasks.get(id),
		(task) => words.test(task.progress?.message ?? '') || task.status !== 'running',
		'a task writes its progress with each look',
	);
	expect([status, progress?.message]).toEqual(['running', expect.stringMatching(words) as string]);
	return progress?.message ?? '';
}

/** How often the tasks were to look so far, in all: a look that finds nothing is an attempt of the watching activity. */
async function pollsOf(tasks: ReadonlyArray<{ id: string }>): Promise<number> {
	const attempts = tasks.map(async ({ id }) => {
		const { raw } = await platform.client.workflow.getHandle(id).describe();
		return raw.pendingActivities?.[0]?.attempt ?? 0;
	});
	return (await Promise.all(attempts)).reduce((sum, each) => sum + each, 0);
}

async function looksAt(agentId: string): Promise<number> {
	const path = `/agents/${agentId}/training-status`;
	return (await platform.admin.requests({ method: 'GET', path })).length;
}

function runOf({ result }: TaskView): { id: string } {
	return { id: retrainResultSchema.parse(result).run?.id ?? 'none' };
}

describe('retrain-and-wait', () => {
	it('starts a run and ends with its result', async () => {
		const started = await platform.retrain('happy');
		expect(started).toMatchObject({ type: 'retrain-and-wait', status: 'running' });
		const ended = await platform.ended(started.id);
		expect(ended).toMatchObject({ status: 'completed', stage: 'completed', connection: 'sandbox', error: null });
		expect(ended.result).toMatchObject({
			outcome: 'finished',
			adopted: false,
			canChat: true,
			audit: { postAttempts: 1, ambiguous: false, duplicates: [] },
		});
		expect(await requestsOfThisTest()).toBe(1);
	});

	it('gives the same task for the same key and input, and refuses another input', async () => {
		const first = await platform.retrain('same');
		const again = await platform.retrain('same');
		expect(again.id).toBe(first.id);
		await expect(platform.retrain('same', { waitUntil: 'canChat' })).rejects.toThrow('Idempotency-Key');
		await platform.ended(first.id);
		expect((await platform.retrain('same')).status).toBe('completed');
	});

	it('requests once when the response is lost after the effect, also when the run has ended meanwhile', async () => {
		await platform.admin.setSettings({ clockFactor: 1000 });
		await platform.failRetrain(1, { kind: 'lost-after' });
		const ended = await platform.ended((await platform.retrain('lost-after')).id);
		expect(ended).toMatchObject({ status: 'completed' });
		expect(ended.result).toMatchObject({ adopted: false, audit: { postAttempts: 1, ambiguous: true } });
		expect(await requestsOfThisTest()).toBe(1);
	});

	it('asks a second time when the request was lost before its effect', async () => {
		await platform.admin.setSettings({ clockFactor: 1000 });
		await platform.failRetrain(1, { kind: 'lost-before' });
		const ended = await platform.ended((await platform.retrain('lost-before')).id);
		expect(ended).toMatchObject({ status: 'completed' });
		expect(ended.result).toMatchObject({ adopted: false, audit: { postAttempts: 2, ambiguous: true } });
		expect(await requestsOfThisTest()).toBe(2);
	});

	it('asks a person when the response is lost twice, if told so', async () => {
		await platform.failRetrain(2, { kind: 'lost-before' });
		const ended = await platform.ended((await platform.retrain('lost-twice', { ifUncertain: 'ask' })).id);
		expect(ended).toMatchObject({ status: 'failed', error: { type: 'needs_person' } });
		expect(ended.error?.detail).toContain('Requests sent: 2');
	});

	it('by default goes on when the response is lost twice, and tells it', async () => {
		await platform.failRetrain(2, { kind: 'lost-before' });
		const ended = await platform.ended((await platform.retrain('lost-twice again')).id);
		expect(ended).toMatchObject({ status: 'completed', result: { audit: { postAttempts: 3, repeats: 2 } } });
		const { message } = definitions['retrain-and-wait'].judge(ended.result) ?? {};
		expect(message).toContain('the request was repeated 2 times');
	});

	it('shares the looks and the run of several tasks on one agent', async () => {
		await platform.admin.setSettings({ clockFactor: 0.01 });
		const tasks = await Promise.all(Array.from({ length: 5 }, (_, index) => platform.retrain(`shared ${index}`)));
		for (const { id } of tasks) await platform.untilRunShown(id);
		const [pollsBefore, looksBefore] = [await pollsOf(tasks), await looksAt('agent_support')];
		await eventually(
			() => pollsOf(tasks),
			(seen) => seen > pollsBefore + 100,
			'polls of the five tasks',
		);
		const looks = (await looksAt('agent_support')) - looksBefore;
		expect(looks).toBeLessThan(((await pollsOf(tasks)) - pollsBefore) / 3);
		await platform.admin.setSettings({ clockFactor: 1000 });
		const ended = await Promise.all(tasks.map(({ id }) => platform.ended(id)));
		expect(new Set(ended.map((task) => runOf(task).id)).size).toBe(1);
		expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['completed']));
	});

	it('adopts or refuses a run that is active', async () => {
		const other = await othersRun('other');
		const failing = await platform.ended((await platform.retrain('fail', { ifActive: 'fail' })).id);
		expect(failing).toMatchObject({ status: 'failed', error: { type: 'training_active', status: 409 } });
		expect(failing.error?.detail).toMatch(/run since .* pages/);

		const adopting = await platform.retrain('adopt', { ifActive: 'adopt' });
		await platform.admin.setSettings({ clockFactor: 60 });
		const [followed, adopted] = [await platform.ended(other), await platform.ended(adopting.id)];
		expect(adopted.result).toMatchObject({ adopted: true, audit: { postAttempts: 0 } });
		expect(adopted.result).toMatchObject({ run: runOf(followed) });
		expect(await requestsOfThisTest()).toBe(1);
	});

	it('waits for a run that is active, then starts its own', async () => {
		await othersRun('other before');
		const waiting = await platform.retrain('wait', { ifActive: 'wait' });
		await platform.admin.setSettings({ clockFactor: 60 });
		const waited = await platform.ended(waiting.id);
		expect(waited.result).toMatchObject({ adopted: false, audit: { postAttempts: 1 } });
		expect(await requestsOfThisTest()).toBe(2);
	});

	it('comes back through the queue after 429', async () => {
		await platform.admin.setSettings({ clockFactor: 1000 });
		await platform.failRetrain(1, { kind: 'status', status: 429, retryAfter: 1 });
		const ended = await platform.ended((await platform.retrain('limited')).id);
		expect(ended.result).toMatchObject({ adopted: false, audit: { postAttempts: 2, ambiguous: false } });
	});

	it('says in its progress which call fails, while the worker retries it', async () => {
		await platform.admin.setSettings({ clockFactor: 0.01 });
		const task = await platform.retrain('status fails');
		await platform.admin.addFault('GET', '/agents/{id}/training-status', { kind: 'status', status: 503 }, 100);
		const message = await untilProgress(task.id, /retries the call/);
		expect(message).toMatch(/getTrainingStatus .*503.* The worker retries the call\.$/);
		expect(message).not.toContain(platform.sandbox.seedKey);
		await platform.admin.clearFaults();
		await platform.admin.setSettings({ clockFactor: 1000 });
		expect(await platform.ended(task.id)).toMatchObject({ status: 'completed', error: null });
	});

	it('stops watching when cancelled, and says what continues', async () => {
		const other = await othersRun('cancelled');
		const before = await platform.tasks.cancel(other);
		const ended = await platform.ended(before.id);
		expect(ended).toMatchObject({ status: 'cancelled', stage: 'cancelled', error: { type: 'cancelled' } });
		expect(ended.error?.detail).toContain('continues at the service');
		await platform.admin.setSettings({ clockFactor: 1000 });
	});

	it("ends at once, with the service's words, when the agent is unknown", async () => {
		const ended = await platform.ended((await platform.retrain('nobody', { agentId: 'agent_nobody' })).id);
		expect(ended).toMatchObject({ status: 'failed', error: { status: 404 } });
		expect(ended.error?.title).not.toBe('');
	});

	it('stops at its own timeout', async () => {
		await platform.admin.setSettings({ clockFactor: 0.01 });
		const ended = await platform.ended((await platform.retrain('slow', { timeoutSeconds: 2 })).id);
		await platform.admin.setSettings({ clockFactor: 1000 });
		expect(ended).toMatchObject({ status: 'timed_out', error: { type: 'timed_out' } });
	});

	it('loses nothing when its worker is restarted', async () => {
		const other = await othersRun('restart');
		await platform.stopWorkers();
		await platform.restartWorkers();
		await platform.admin.setSettings({ clockFactor: 1000 });
		expect(await platform.ended(other)).toMatchObject({ status: 'completed' });
	});

	it('lists tasks by type and status, page by page', async () => {
		const failed = await platform.tasks.list({ type: 'retrain-and-wait', status: 'failed', limit: 1 });
		expect(failed.items).toHaveLength(1);
		const next = await platform.tasks.list({
			type: 'retrain-and-wait',
			status: 'failed',
			limit: 1,
			pageToken: failed.nextPageToken ?? '',
		});
		expect(next.items[0]?.id).not.toBe(failed.items[0]?.id);
		expect((await platform.tasks.list({ status: 'timed_out' })).items).toHaveLength(1);
		await expect(platform.tasks.list({ pageToken: 'nonsense' })).rejects.toThrow('page token');
	});
});
