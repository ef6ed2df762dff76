import type { UpgradableStack } from './upgradable-stack';

/** A task that is under way. It cannot end before the clock runs, the faults are removed, and it is released. */
export interface OpenTask {
	readonly id: string;
	/** Done while no worker runs. */
	meanwhile?: () => Promise<void>;
	/** What it waits for beside the clock, such as a decision. */
	release?: () => Promise<void>;
	/** Its end, or for one without an end what it does next, with each effect counted where it happened. */
	verify: () => Promise<void>;
	/** A person ends it, which has no end of its own. */
	cancel?: () => Promise<void>;
}

/**
 * Prepares a task while the clock of the sandbox runs.
 * @returns starts the task, when the clock stands still
 */
export type PrepareTask = (stack: UpgradableStack, key: string) => Promise<() => Promise<OpenTask>>;
