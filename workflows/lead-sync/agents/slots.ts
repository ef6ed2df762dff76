import { condition } from '@temporalio/workflow';

/** A number of places that agents hold in turn, in the order in which they asked. */
export class Slots {
	private readonly holders = new Set<string>();
	private readonly waiting: string[] = [];

	constructor(private readonly most: number) {}

	/**
	 * Waits for a place. An agent that holds one keeps it.
	 * @param mayStop whether to give up
	 * @returns whether the agent holds a place
	 */
	async take(agentId: string, mayStop: () => boolean): Promise<boolean> {
		if (this.holders.has(agentId)) return true;
		this.waiting.push(agentId);
		try {
			await condition(() => mayStop() || (this.waiting[0] === agentId && this.holders.size < this.most));
			if (mayStop()) return false;
			this.holders.add(agentId);
			return true;
		} finally {
			this.waiting.splice(this.waiting.indexOf(agentId), 1);
		}
	}

	free(agentId: string): void {
		this.holders.delete(agentId);
	}
}
