import { createHash } from 'node:crypto';
import {
	checkCallback,
	type StartWait,
	type TaskActions,
	type TaskRetries,
	type TaskView,
	unknownAction,
	waitNotFound,
	type WaitService,
	type WaitStatus,
} from '../../../worker/tasks';
import { actionsOf } from '../../../worker/tasks/definitions';
import type { ReviewService } from '../../../worker/tasks/reviews';
import { mail } from '../../../worker/tasks/subjects';
import { TASK_TYPES } from '../../../workflows/contracts';

/** Services of a gateway that note what reaches them. */

export type Requests = Array<{ id: string; idempotencyKey: string; [field: string]: unknown }>;
export type Waits = Map<string, StartWait & { status: WaitStatus }>;

/** Every task has the actions of all types. */
export function actionsOver(requests: Requests): TaskActions {
	const known = TASK_TYPES.flatMap(actionsOf);
	return {
		async act(request) {
			if (!known.includes(request.action)) throw unknownAction(request.action, 'lead-sync', known);
			requests.push({ ...request });
			return await Promise.resolve({ message: 'The sync looks for new leads now.' });
		},
		refusedLeads: () => Promise.resolve([]),
		syncedAgents: () => Promise.resolve([]),
	};
}

export function retriesOf(requests: Requests, get: (id: string) => Promise<TaskView>): TaskRetries {
	return {
		async find(id, idempotencyKey) {
			requests.push({ id, idempotencyKey });
			return { repeated: await get(id) };
		},
		start: ({ id }) => get(id),
		async failedItems(id, idempotencyKey) {
			const { type } = await get(id);
			return { start: { type, input: {}, idempotencyKey } };
		},
	};
}

const DRAFT = { to: ['ada@client.example'], cc: [], subject: 'Your order', content: 'It comes on Tuesday.' };

/** Each task asks for the approval of the same email. */
export function reviewsOf(requests: Requests): ReviewService {
	const question = { number: 1, kind: 'approval' as const, hash: 'the-hash', reason: 'A person approves.' };
	return {
		execution: () => Promise.resolve(null),
		read: () =>
			Promise.resolve({
				subject: mail,
				view: {
					connection: 'main',
					agentId: 'agent_a',
					sessionId: null,
					sender: null,
					draft: DRAFT,
					decisions: [],
					asked: {},
					reviewers: [],
					origin: null,
					resumeAutoReplies: false,
					keyVersion: 'first',
					question: { ...question, expiresAt: Date.now() + 3_600_000 },
				},
			}),
		decide(taskId, { id, ...request }) {
			requests.push({ ...request, id: taskId, idempotencyKey: id });
			const { action, by, via, hash, note } = request;
			const at = '2026-11-21T10:00:00Z';
			return Promise.resolve({ decision: { id, action, by, via, at, question: 1, hash, note }, next: null });
		},
	};
}

export function waitsOver(
	waits: Waits,
	callbackHosts: readonly string[],
	task: (id: string) => Promise<TaskView>,
): WaitService {
	return {
		start(wait) {
			const id = `wait~${createHash('sha256').update(JSON.stringify(wait)).digest('hex')}`;
			if (!waits.has(id)) waits.set(id, { ...wait, status: 'waiting' });
			return Promise.resolve({ id });
		},
		check: (callbackUrl) =>
			Promise.resolve().then(() => {
				checkCallback(callbackUrl, callbackHosts);
			}),
		async get(id) {
			const wait = waits.get(id);
			if (wait === undefined) throw waitNotFound(id);
			return { id, status: wait.status, tasks: await Promise.all(wait.taskIds.map(task)) };
		},
	};
}
