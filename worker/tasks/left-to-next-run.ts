import type { Client } from '@temporalio/client';
import { LRUCache } from 'lru-cache';
import { GRPC, grpcCodeOf } from '../temporal/grpc-code';
import { keyErrorOf } from '../temporal/payload-codec';
import { isLeftToNextRun, mayBeLeftToNextRun } from './definitions';
import { readInput } from './task-input';
import type { TaskView } from './task-view';

/** Tasks whose inputs were read: an input does not change. */
const KEPT = 2_000;

/** Finds which ended tasks have a part that the next run of their schedule has too, so that nobody retries them. */
export class LeftToNextRun {
	readonly #known = new LRUCache<string, { isLeft: boolean }>({ max: KEPT });

	constructor(private readonly client: Client) {}

	/** The task, with a note if it is one. Costs a read once for each task of a schedule that could be one. */
	async noteIn(task: TaskView): Promise<TaskView> {
		if (task.status === 'running' || task.status === 'completed' || !mayBeLeftToNextRun(task)) return task;
		const known = this.#known.get(task.id) ?? (await this.#read(task.id));
		if (known === null) return task;
		this.#known.set(task.id, known);
		return known.isLeft ? { ...task, leftToNextRun: true } : task;
	}

	/** Null if it is gone, or if no key decrypts it. */
	async #read(workflowId: string): Promise<{ isLeft: boolean } | null> {
		try {
			return { isLeft: isLeftToNextRun(workflowId, await readInput(this.client, { workflowId })) };
		} catch (error) {
			if (grpcCodeOf(error) === GRPC.notFound || keyErrorOf(error) !== null) return null;
			throw error;
		}
	}
}
