import type { Keyring } from './keyring';

export interface Step {
	taskId: string;
	/** Unique within the task, for instance `reply`. */
	step: string;
	/** Frozen with the task, so that a change of keys cannot send twice. */
	keyVersion: string;
}

/**
 * The idempotency key of one step of a task. It comes from nothing that a retry or a reset of the
 * workflow would change, so that neither can send twice.
 */
export function stepKey(keyring: Keyring, { taskId, step, keyVersion }: Step): string {
	return keyring.mac(['step', taskId, step], keyVersion).mac;
}
