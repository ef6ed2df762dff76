import { now } from '../../support/time/moments';
import { eventually, isThere } from '../../support/time/eventually';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import type { Stack } from '../../support/stack/start-stack';

export const AGENT = 'agent_leads';
const LIST = `/agents/${AGENT}/leads`;
/** What the flow asks for every lead that the trigger gives out. */
const LOOK_UP = '/agents/{id}/leads/{leadId}';

/** One lead, given out once: the flow looked it up. */
interface LookUp {
	leadId: number;
	/** ISO 8601. */
	at: string;
}

/** The leads of one agent, and what a flow did with each, by the sandbox's own log of requests. */
export class TriggerLeads {
	readonly admin: SandboxAdmin;
	private readonly deleted = new Set<number>();
	private made = 0;

	constructor(sandbox: Stack['sandbox']) {
		this.admin = new SandboxAdmin(sandbox);
	}

	/** @returns their ids, oldest first */
	async capture(count: number): Promise<number[]> {
		const ids: number[] = [];
		for (let index = 0; index < count; index++) {
			const name = `Person ${++this.made}`;
			const lead = await this.admin.captureLead(AGENT, { name, email: `person-${this.made}@person.example` });
			ids.push(lead.id);
		}
		return ids;
	}

	async delete(ids: number[]): Promise<void> {
		for (const id of ids) {
			await this.admin.deleteLead(AGENT, id);
			this.deleted.add(id);
		}
	}

	/** Oldest first. */
	async lookUps(): Promise<LookUp[]> {
		const requests = await this.admin.requests({ method: 'GET', path: LOOK_UP });
		return requests.map(({ path, at }) => ({ leadId: Number(path.split('/').at(-1)), at }));
	}

	/** So many leads that the flow has had last and that are still there. */
	async newestLookedUp(count: number): Promise<number[]> {
		const ids = new Set((await this.lookUps()).map(({ leadId }) => leadId));
		const there = [...ids].reverse().filter((id) => !this.deleted.has(id));
		return there.slice(0, count);
	}

	/** Waits until the flow has looked up so many of these. */
	async untilLookedUp(ids: number[], count = ids.length): Promise<void> {
		const ask = async () => {
			const done = new Set((await this.lookUps()).map(({ leadId }) => leadId));
			const missing = ids.filter((id) => !done.has(id));
			if (ids.length - missing.length < count) throw new Error(`${missing.join(', ')} are missing`);
			return true;
		};
		await eventually(ask, isThere, `${count} leads in the flow`);
	}

	/** Waits for so many polls that begin after now. */
	async untilPolled(count: number): Promise<void> {
		const since = now().toISOString();
		const ask = async () => {
			const polls = await this.admin.requests({ method: 'GET', path: LIST, since });
			return polls.length >= count ? true : null;
		};
		await eventually(ask, isThere, `${count} polls`);
	}
}
