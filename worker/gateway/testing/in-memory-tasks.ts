import {
	checkCallback,
	taskKeyReused,
	taskNotFound,
	waitNotFound,
	type StartTask,
	type TaskService,
	type TaskView,
	type WaitService,
} from '../../tasks';
import { idOfTask } from '../../tasks/task-ids';
import { subjectOf } from '../../tasks/task-input';

/** Tasks that never leave this process: enough to test routes without a server. */
export function inMemoryTasks(): TaskService & { end(id: string): void } {
	const tasks = new Map<string, { view: TaskView; input: string }>();
	const ended = new EventTarget();

	function find(id: string): TaskView {
		const found = tasks.get(id);
		if (found === undefined) throw taskNotFound(id);
		return found.view;
	}

	function change(id: string, status: TaskView['status']): TaskView {
		const view = Object.assign(find(id), { status, stage: status, closedAt: new Date(1000).toISOString() });
		ended.dispatchEvent(new Event(id));
		return view;
	}

	return {
		start(task) {
			const id = idOfTask(task);
			const input = JSON.stringify(task.input);
			const known = tasks.get(id);
			if (known !== undefined && known.input !== input) return Promise.reject(taskKeyReused(id));
			const view = known?.view ?? newTask(id, task);
			tasks.set(id, { view, input });
			return Promise.resolve(view);
		},
		find: (task) => Promise.resolve(tasks.get(idOfTask(task))?.view ?? null),
		repeatOf(task) {
			const known = tasks.get(idOfTask(task));
			if (known !== undefined && known.input !== JSON.stringify(task.input))
				return Promise.reject(taskKeyReused(idOfTask(task)));
			return Promise.resolve(known?.view ?? null);
		},
		// It ends as it is cancelled.
		isStopping: () => Promise.resolve(false),
		get: (id) => Promise.resolve().then(() => find(id)),
		waitFor: (id, _timeoutMs, signal) =>
			new Promise((resolve) => {
				const answer = () => {
					resolve(find(id));
				};
				if (find(id).status !== 'running') answer();
				ended.addEventListener(id, answer, { once: true });
				signal?.addEventListener('abort', answer, { once: true });
			}),
		list: () => Promise.resolve({ items: [...tasks.values()].map(({ view }) => view), nextPageToken: null }),
		details: (id) =>
			Promise.resolve().then(() => ({
				id: find(id).id,
				input: { connection: 'main' },
				runId: 'the-run',
				parentId: null,
				startsTasks: false,
			})),
		cancel: (id) => Promise.resolve().then(() => change(id, 'cancelled')),
		end(id) {
			change(id, 'completed');
		},
	};
}

export function inMemoryWaits(callbackHosts: readonly string[]): WaitService {
	return {
		start: async ({ callbackUrl }, caller) => {
			checkCallback(callbackUrl, callbackHosts, caller);
			return Promise.resolve({ id: 'wait~1' });
		},
		check: (callbackUrl, caller) =>
			Promise.resolve().then(() => {
				checkCallback(callbackUrl, callbackHosts, caller);
			}),
		get: (id) => Promise.reject(waitNotFound(id)),
	};
}

function newTask(id: string, { type, input }: StartTask): TaskView {
	const { connection = '', agentId } = subjectOf(input);
	return {
		id,
		type,
		connection,
		agentId: agentId ?? null,
		status: 'running',
		stage: 'looking',
		progress: null,
		startedAt: new Date(0).toISOString(),
		closedAt: null,
		result: null,
		error: null,
	};
}
