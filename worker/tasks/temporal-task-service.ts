import {
	type Client,
	WorkflowExecutionAlreadyStartedError,
	type WorkflowExecutionDescription,
	WorkflowNotFoundError,
} from '@temporalio/client';
import type { TaskType } from '../../workflows/contracts';
import type { FrozenSettings, TaskArgs } from '../../workflows/task/continue-as-new';
import type { TaskMemo } from '../../workflows/task/visibility';
import { isProblem } from '../problems/problem';
import { keyErrorOf } from '../temporal/payload-codec';
import type { Keyring } from '../temporal/keyring';
import { executionInfo, type ListedExecution, listExecutions, untilEnded } from '../temporal/executions';
import { frozenLimits } from './caller-limits';
import { definitions, type TaskDefinition } from './definitions';
import { LeftToNextRun } from './left-to-next-run';
import { listPage } from './list-tasks';
import { noteRequest, requestDigest } from './noted-requests';
import { startCarrying } from './start-task';
import { outcomeOf } from './task-end';
import { taskExists, taskKeyReused } from './task-problems';
import { idOfTask, isOneOfItsKind } from './task-ids';
import { inputParts, readInput, shownInput } from './task-input';
import { currentProgress } from './synced-agents';
import { TakeOvers } from './take-overs';
import { TaskReasons } from './task-reasons';
import type { ListTasks, StartTask, TaskDetails, TaskService } from './task-service';
import { findTask, fresher, memoSchema, type StartedTask, type TaskPage, type TaskView } from './task-view';

export interface TaskServiceSettings {
	keyring: Keyring;
	/** Settings that each task keeps from its start. */
	settleMs: number;
	timing?: FrozenSettings['timing'];
}

/** Runs tasks as workflows of Temporal. Stores nothing itself, so any number of instances may run. */
export class TemporalTaskService implements TaskService {
	readonly #reasons = new TaskReasons((id) => this.get(id));
	readonly #takeOvers: TakeOvers;
	readonly #leftToNextRun: LeftToNextRun;

	constructor(
		private readonly client: Client,
		private readonly settings: TaskServiceSettings,
	) {
		this.#takeOvers = new TakeOvers(client);
		this.#leftToNextRun = new LeftToNextRun(client);
	}

	async start(task: StartTask): Promise<StartedTask> {
		const id = idOfTask(task);
		try {
			const { type, retryOf } = task;
			await startCarrying(this.client, type, { id, args: this.argsOf(task), memo: this.memoOf(task), retryOf });
		} catch (error) {
			if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
			await this.compare(id, task);
			// Of two requests for a retry at once, the later one counts as having started it too.
			const request = task.startedBy?.at(-1);
			if (request !== undefined) await noteRequest(this.client, { workflowId: id }, 'startedBy', request);
			return this.get(id);
		}
		return { id, type: task.type, status: 'running' };
	}

	async find(task: StartTask): Promise<TaskView | null> {
		try {
			return await this.get(idOfTask(task));
		} catch (error) {
			if (isProblem(error, 'task_not_found')) return null;
			throw error;
		}
	}

	async repeatOf(task: StartTask): Promise<TaskView | null> {
		const found = await this.find(task);
		if (found !== null) await this.compare(found.id, task);
		return found;
	}

	async get(id: string): Promise<TaskView> {
		const { view, info } = await findTask(this.client, id);
		if (view.status === 'running') {
			const pending = await currentProgress(this.client, info, view);
			return { ...view, progress: fresher(view.progress, pending) };
		}
		const ended = { ...view, ...(await outcomeOf(this.client.workflow.getHandle(id, info.runId), view)) };
		const [noted = ended] = await this.#takeOvers.noteIn([ended]);
		return this.#leftToNextRun.noteIn(noted);
	}

	async waitFor(id: string, timeoutMs: number, signal?: AbortSignal): Promise<TaskView> {
		const { view } = await findTask(this.client, id);
		if (view.status === 'running') await untilEnded(this.client, id, timeoutMs, signal);
		return this.get(id);
	}

	async list(query: ListTasks): Promise<TaskPage> {
		const { client, settings } = this;
		const page = await listPage({ client, keyring: settings.keyring, takeOvers: this.#takeOvers }, query);
		const refreshed = async (view: TaskView) => {
			if (view.status === 'running') return query.fresh === true ? this.refreshed(view) : view;
			const noted = await this.#leftToNextRun.noteIn(view);
			return query.reasons === true ? this.#reasons.explain(noted) : noted;
		};
		return { ...page, items: await Promise.all(page.items.map(refreshed)) };
	}

	/** The listed task, if no key decrypts its details. */
	private async refreshed(view: TaskView): Promise<TaskView> {
		try {
			return await this.get(view.id);
		} catch (error) {
			if (keyErrorOf(error) === null) throw error;
			return view;
		}
	}

	async details(id: string): Promise<TaskDetails> {
		const { view, info } = await findTask(this.client, id);
		const input = await readInput(this.client, { workflowId: id, runId: info.runId });
		const { type } = view;
		return {
			id,
			input: shownInput(type, input),
			runId: info.runId,
			parentId: parentOf(info),
			startsTasks: startsTasks(type),
		};
	}

	async cancel(id: string, idempotencyKey?: string): Promise<TaskView> {
		const { view, info } = await findTask(this.client, id);
		if (view.status === 'running') await cancelRun(this.client, info, idempotencyKey);
		return this.get(id);
	}

	async isStopping(id: string): Promise<boolean> {
		const { view, info } = await findTask(this.client, id);
		return view.status === 'running' && info.raw.workflowExtendedInfo?.cancelRequested === true;
	}

	/** @throws Problem `idempotency_key_reused` or Problem `task_exists` if the existing task has another input */
	private async compare(id: string, task: StartTask): Promise<void> {
		const { info } = await findTask(this.client, id);
		const { inputMac } = memoSchema.parse(info.memo);
		if (inputMac === undefined || !this.settings.keyring.matches(inputMac, inputParts(task)))
			throw isOneOfItsKind(task.type) ? taskExists(id) : taskKeyReused(id);
	}

	private argsOf({ input, ...limits }: StartTask): TaskArgs<object> {
		const { keyring, settleMs, timing } = this.settings;
		const times = timing === undefined ? {} : { timing };
		const frozen: FrozenSettings = { keyVersion: keyring.current, settleMs, ...times, ...frozenLimits(limits) };
		return { input, frozen };
	}

	private memoOf(task: StartTask): TaskMemo {
		const { startedBy } = task;
		const inputMac = this.settings.keyring.mac(inputParts(task));
		return { inputMac, startedAt: new Date().toISOString(), ...(startedBy === undefined ? {} : { startedBy }) };
	}
}

/** Only tasks start tasks. */
function parentOf({ raw }: WorkflowExecutionDescription): string | null {
	return raw.workflowExecutionInfo?.parentExecution?.workflowId || null;
}

function startsTasks(type: TaskType): boolean {
	const definition: TaskDefinition = definitions[type];
	return definition.startsTasks === true;
}

/**
 * Cancels the described run of a task, and no later one.
 * @param info of a running task
 * @param idempotencyKey a key that cancelled an earlier run does nothing
 */
export async function cancelRun(
	client: Client,
	info: WorkflowExecutionDescription,
	idempotencyKey?: string,
): Promise<void> {
	const { workflowId, raw } = info;
	const firstExecutionRunId = raw.workflowExecutionInfo?.firstRunId || undefined;
	if (idempotencyKey !== undefined) {
		const digest = requestDigest('cancel', idempotencyKey);
		if (await stoppedBefore(client, info, digest)) return;
		// Note the key before the cancellation, because the run ends with it.
		const meant = { workflowId, firstRunId: firstExecutionRunId };
		if (!(await noteRequest(client, meant, 'cancelledBy', digest))) return;
	}
	const handle = client.workflow.getHandle(workflowId, undefined, { firstExecutionRunId });
	try {
		await handle.cancel();
	} catch (error) {
		// It has just ended.
		if (!(error instanceof WorkflowNotFoundError)) throw error;
	}
}

/** Whether this key cancelled an ended run of the task. Temporal lists a run with its notes soon after its end. */
async function stoppedBefore(
	client: Client,
	{ workflowId, memo }: WorkflowExecutionDescription,
	digest: string,
): Promise<boolean> {
	if (memoSchema.safeParse(memo).data?.cancelledBy?.includes(digest) === true) return false;
	const query = `WorkflowId = '${workflowId}' AND ExecutionStatus != 'Running' AND ExecutionStatus != 'ContinuedAsNew'`;
	for await (const listed of listExecutions(client, query)) {
		if ((await cancelledBy(client, listed)).includes(digest)) return true;
	}
	return false;
}

/** Skip a run whose encryption key is no longer configured, so that it does not block the cancellation of another. */
async function cancelledBy(client: Client, listed: ListedExecution): Promise<string[]> {
	try {
		const { memo } = await executionInfo(client, listed);
		return memoSchema.safeParse(memo).data?.cancelledBy ?? [];
	} catch (error) {
		if (keyErrorOf(error) === null) throw error;
		return [];
	}
}
