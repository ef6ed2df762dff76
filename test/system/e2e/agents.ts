import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import type { Stack } from '../../support/stack/start-stack';

const USUAL_CLOCK = 10;
/** Ends every run within seconds. */
const FAST_CLOCK = 100_000;

const QUICK = 0.5;
/** At the usual clock a run of fourteen pages takes hours: it ends when a test says so. */
const SLOW = 10_000;

/** The agents that the flows in `test/system/e2e/flows/` name, and the clock that their training runs go by. */
export class Agents {
	private readonly admin: SandboxAdmin;

	constructor(private readonly sandbox: Stack['sandbox']) {
		this.admin = new SandboxAdmin(sandbox);
	}

	/** `agent_unknown` is not among them. */
	async create(): Promise<void> {
		const { siteUrl } = this.sandbox;
		// Nobody may crawl this address, so that a run which reads it ends with an error.
		const unreachable = 'http://127.0.0.1:9';
		const agents = [
			{ id: 'agent_quick', website: siteUrl, pageSeconds: QUICK },
			{ id: 'agent_quick_too', website: siteUrl, pageSeconds: QUICK },
			{ id: 'agent_slow', website: siteUrl, pageSeconds: SLOW },
			{ id: 'agent_unreachable', website: unreachable, pageSeconds: QUICK },
			{ id: 'agent_unreachable_too', website: unreachable, pageSeconds: QUICK },
		];
		for (const agent of agents) await this.admin.createAgent({ ...agent, name: agent.id });
	}

	/** From now on `agent_slow` trains until `finishTraining`. */
	async useUsualClock(): Promise<void> {
		await this.admin.setSettings({ clockFactor: USUAL_CLOCK });
	}

	async finishTraining(): Promise<void> {
		await this.admin.setSettings({ clockFactor: FAST_CLOCK });
	}
}
