/** What is frozen with a task when it starts, so that a change of settings changes nothing under way. */
export interface FrozenSettings {
	/** Version of the key that idempotency keys of steps are made with. */
	keyVersion: string;
	/** How long an uncertain effect is given to show, in milliseconds. */
	settleMs: number;
}

/** The first argument of every task's workflow. */
export interface TaskArgs<Input> {
	input: Input;
	frozen: FrozenSettings;
}
