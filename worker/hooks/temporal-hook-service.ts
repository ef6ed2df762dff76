import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { z } from 'zod';
import {
	COLLECTED_TASKS,
	HOOK_MESSAGES,
	type HookMemo,
	type HookMessages,
	type HookSubject,
} from '../../workflows/debounce/messages';
import { INTERNAL_QUEUE } from '../../workflows/task-queues';
import type { FrozenSettings } from '../../workflows/task/continue-as-new';
import { executionInfo, type ListedExecution, listExecutions, OUR_WORKFLOWS } from '../temporal/executions';
import { keyErrorOf } from '../temporal/payload-codec';
import { Collector } from './collector';
import { debounceIdOf, debounceIdsOf, type HookService, MOST_SUBJECTS, tooManySubjects } from './hook-service';

const COLLECTING = `${OUR_WORKFLOWS} AND WorkflowType = 'debounceHook'`;

/** For how long a count of the open subjects is believed, in milliseconds. */
const COUNTED_FOR_MS = 5_000;
/** For how long a subject that was open counts as open, so that its messages need no count. In milliseconds. */
const OPEN_FOR_MS = 60_000;
/** Ended workflows that a list reads, which is one page of Temporal's. */
const MOST_ENDED = 1_000;
/** Subjects that a list shows of each hook. */
const MOST_LISTED = 100;

const runSchema = z.object({ taskId: z.string(), messages: z.int(), startedAt: z.string() }).nullable();
const memoSchema: z.ZodType<HookMemo> = z.object({
	subject: z.object({
		hook: z.string(),
		key: z.string(),
		task: z.enum(COLLECTED_TASKS),
		connection: z.string(),
		agentId: z.string().nullable(),
	}),
	open: z.object({ messages: z.int(), since: z.string(), dueAt: z.string() }).nullable(),
	running: runSchema,
	last: runSchema,
});

/** Keeps messages in one workflow for each subject, so that any number of gateways may note them. */
export class TemporalHookService implements HookService {
	readonly #collector: Collector<HookSubject>;
	/** By hook: how many subjects are open, and until when that is believed. */
	readonly #counts = new Map<string, { open: number; until: number }>();
	readonly #seen = new Map<string, number>();

	constructor(
		private readonly client: Client,
		private readonly frozen: () => FrozenSettings,
		private readonly most = MOST_SUBJECTS,
	) {
		this.#collector = new Collector((subject, messages) => this.#signal(subject, messages));
	}

	async collect(subject: HookSubject, message: Omit<HookMessages, 'frozen'>): Promise<void> {
		const id = debounceIdOf(subject);
		await this.#collector.collect(id, subject, { ...message, frozen: this.frozen() });
	}

	async subjects(): Promise<HookMemo[]> {
		const found = new Map<string, HookMemo>();
		const ofHook = new Map<string, number>();
		const newest = new Set<string>();
		for await (const raw of this.#openAndEnded()) {
			const id = raw.execution?.workflowId ?? '';
			const hook = id.split('/')[1] ?? '';
			// Newest first, so an earlier workflow of the same subject says less, even if a young one says nothing yet.
			if (newest.has(id) || (ofHook.get(hook) ?? 0) >= MOST_LISTED) continue;
			newest.add(id);
			const memo = await this.#memoOf(raw);
			if (memo === null) continue;
			found.set(id, memo);
			ofHook.set(hook, (ofHook.get(hook) ?? 0) + 1);
		}
		return [...found.values()];
	}

	/** All that are open, then the newest that have ended: each burst leaves one, which Temporal keeps for weeks. */
	async *#openAndEnded(): AsyncGenerator<ListedExecution> {
		yield* listExecutions(this.client, `${COLLECTING} AND ExecutionStatus = 'Running'`);
		let ended = 0;
		const query = `${COLLECTING} AND ExecutionStatus != 'Running' AND ExecutionStatus != 'ContinuedAsNew'`;
		for await (const raw of listExecutions(this.client, query)) {
			yield raw;
			ended += 1;
			if (ended >= MOST_ENDED) return;
		}
	}

	/** Null if no key decrypts it, or if the workflow is too young to have one. */
	async #memoOf(raw: Parameters<typeof executionInfo>[1]): Promise<HookMemo | null> {
		try {
			const { memo, status } = await executionInfo(this.client, raw);
			const said = memoSchema.safeParse(memo?.['hook']).data ?? null;
			// A workflow that has ended said so of its last run before that ended.
			return said === null || status.name === 'RUNNING' ? said : { ...said, open: null, running: null };
		} catch (error) {
			if (keyErrorOf(error) === null) throw error;
			return null;
		}
	}

	async #signal(subject: HookSubject, messages: HookMessages): Promise<void> {
		const workflowId = debounceIdOf(subject);
		if (await this.#isFull(subject.hook, workflowId)) await this.#signalOpen(subject, messages);
		else
			await this.client.workflow.signalWithStart<(of: HookSubject) => Promise<void>, [HookMessages]>('debounceHook', {
				workflowId,
				taskQueue: INTERNAL_QUEUE,
				args: [subject],
				signal: HOOK_MESSAGES,
				signalArgs: [messages],
			});
		this.#seen.set(workflowId, Date.now());
	}

	/** A subject that is open already is no further one. @throws Problem `too_many_subjects` if it is not */
	async #signalOpen(subject: HookSubject, messages: HookMessages): Promise<void> {
		try {
			await this.client.workflow.getHandle(debounceIdOf(subject)).signal<[HookMessages]>(HOOK_MESSAGES, messages);
		} catch (error) {
			if (error instanceof WorkflowNotFoundError) throw tooManySubjects(subject.hook, this.most);
			throw error;
		}
	}

	/** Whether the hook takes no further subject. Counts only for a subject that was not open of late. */
	async #isFull(hook: string, workflowId: string): Promise<boolean> {
		const now = Date.now();
		if (now - (this.#seen.get(workflowId) ?? 0) < OPEN_FOR_MS) return false;
		for (const [id, at] of this.#seen) if (now - at >= OPEN_FOR_MS) this.#seen.delete(id);
		let known = this.#counts.get(hook);
		if (known === undefined || known.until < now) {
			// The configuration allows no quotation mark in a name.
			const query = `${COLLECTING} AND ExecutionStatus = 'Running' AND WorkflowId STARTS_WITH '${debounceIdsOf(hook)}'`;
			const { count } = await this.client.workflow.count(query);
			known = { open: count, until: now + COUNTED_FOR_MS };
			this.#counts.set(hook, known);
		}
		if (known.open >= this.most) return true;
		known.open += 1;
		return false;
	}
}
