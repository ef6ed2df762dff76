import type { LeadEffect } from './lead-effects';
import { HttpSyncRun } from './sync-over-http';

export class HubSpotRun extends HttpSyncRun {
	protected readonly destination = 'crm';
	protected readonly route = /\/contacts\/batch\/create/;
	protected readonly givesUpMs = 20_000;

	protected get server() {
		return this.world.crmProxy;
	}

	/** Every lead is a person of its own, and every person one contact. */
	protected written(): Promise<LeadEffect[]> {
		const leads = new Map(this.world.oracle.leads(this.agent).map(({ id, email }) => [email.toLowerCase(), id]));
		const written = this.world.crm.account.all().flatMap(({ id, properties, createdAt }) => {
			const lead = leads.get(properties['email'] ?? '');
			return lead === undefined ? [] : [{ lead, id, at: Date.parse(createdAt) }];
		});
		return Promise.resolve(written);
	}
}
