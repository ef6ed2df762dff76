import { createHash } from 'node:crypto';
import { TASK_TYPES, type TaskType } from '../../workflows/contracts';
import { SEPARATOR } from '../../workflows/task/ids';
import { definitions, type TaskDefinition } from './definitions';
import type { StartTask } from './task-service';

/** Whether only one such task can run at a time, regardless of the caller's key. */
export function isOneOfItsKind(type: TaskType): boolean {
	const { identity }: TaskDefinition = definitions[type];
	return identity !== undefined;
}

/** The id of a task, from the caller's key or from the fields of the input that the definition names. */
export function idOfTask({ type, idempotencyKey, input }: Omit<StartTask, 'input'> & { input: object }): string {
	const { identity }: TaskDefinition = definitions[type];
	if (identity === undefined) return taskIdOf(type, idempotencyKey);
	const names: readonly string[] = identity;
	return taskIdOf(type, JSON.stringify(names.map((field): unknown => Reflect.get(input, field))));
}

/** Length of a hash in an id: 168 bits of a SHA-256 in base64url. */
const HASH_LENGTH = 28;

/**
 * `<task>~<hash of the caller's key>`. It does not depend on the worker's encryption keys, so it survives a change of
 * them.
 */
export function taskIdOf(type: TaskType, idempotencyKey: string): string {
	return type + SEPARATOR + hash(['task', type, idempotencyKey]);
}

/**
 * The key of what one task does to another. A caller's key has at most 255 characters, and ids can be as long.
 * @param what names the effect within the task
 */
export function effectKey(kind: 'bulk' | 'each', taskId: string, what: string): string {
	const digest = createHash('sha256')
		.update(JSON.stringify([taskId, what]))
		.digest('base64url');
	return `${kind}-${digest}`;
}

/** The type of a task that a caller started. Null for other ids, such as those of tasks of a schedule. */
export function typeOfTaskId(id: string): TaskType | null {
	return TASK_TYPES.find((type) => id.startsWith(type + SEPARATOR)) ?? null;
}

/** The slot of an execution's node. It has at most one wait at a time. */
export interface WaitSlot {
	executionId: string;
	nodeId: string;
	/** The bound caller whose slot it is: anybody can name an execution of others. Default: the slot of all who are not bound */
	owner?: string | undefined;
}

export interface WaitIdentity extends WaitSlot {
	runIndex: number;
	taskIds: readonly string[];
	callbackUrl: string;
}

export interface WaitIds {
	waitId: string;
	/** Id of the workflow. All waits of a slot share it, so that a new wait ends the previous one. */
	workflowId: string;
	deliveryId: string;
}

export function waitIdsOf({ executionId, nodeId, owner, runIndex, taskIds, callbackUrl }: WaitIdentity): WaitIds {
	const slot = hash(['slot', executionId, nodeId, ...(owner === undefined ? [] : [owner])]);
	return waitIds(slot, hash(['wait', slot, `${runIndex}`, callbackUrl, ...taskIds]));
}

/** @returns null if it is not the id of a wait */
export function parseWaitId(waitId: string): WaitIds | null {
	const found = /^wait~([\w-]{28})\.([\w-]{28})$/.exec(waitId);
	return found?.[1] === undefined || found[2] === undefined ? null : waitIds(found[1], found[2]);
}

function waitIds(slot: string, wait: string): WaitIds {
	return {
		waitId: `wait${SEPARATOR}${slot}.${wait}`,
		// Addresses contain neither of these two characters.
		workflowId: `wait/${slot}`,
		deliveryId: `deliver/wait.ended/${slot}.${wait}`,
	};
}

function hash(parts: string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, HASH_LENGTH);
}
