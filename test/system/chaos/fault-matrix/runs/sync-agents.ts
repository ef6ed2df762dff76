import { WebhookRun } from './sync-webhook';

/** Beside the one whose requests are held. */
const OTHERS = 2;

/** One sync of three agents to a webhook. The leads go to the agents in turn, and a fault meets the requests of one. */
export class AgentsRun extends WebhookRun {
	private readonly others: string[] = [];
	protected override readonly destination = this.unusedDestination();

	override async prepare(): Promise<void> {
		for (let count = 0; count < OTHERS; count += 1) this.others.push(await this.newAgent());
		await super.prepare();
	}

	private unusedDestination(): string {
		const name = this.world.unusedHooks.pop();
		if (name === undefined) throw new Error('Each destination has had a sync of several agents.');
		return name;
	}

	protected override get agents(): readonly string[] {
		return [this.agent, ...this.others];
	}

	protected override input(): object {
		const { agents: agentIds, destination } = this;
		return { version: 1, connection: 'paced', agentIds, destination, intervalSeconds: 3_600 };
	}
}
