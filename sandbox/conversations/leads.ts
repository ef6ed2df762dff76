import type { Lead } from '../../api';
import type { Agent } from '../database/agents-repository';
import type { LeadDays, NewLead } from '../database/leads-repository';
import type { Repositories } from '../database/repositories';
import type { SqlDatabase } from '../database/sql-database';
import { problems } from '../problems/problems';
import type { Inbox } from './inbox';

/** A lead as a channel captures it. Omitted fields are empty. Default conversation: a new one on the website. */
export interface CapturedLead extends Partial<Omit<NewLead, 'agentId' | 'name' | 'email'>> {
	name: string;
	email: string;
}

/** Captured leads (specification, parts 2 and 4). */
export class Leads {
	constructor(
		private readonly database: SqlDatabase,
		private readonly repositories: Repositories,
		private readonly inbox: Inbox,
	) {}

	/** Newest first. @param filter `email`: part of the address, regardless of case */
	list(agent: Agent, filter: Partial<LeadDays> & { email?: string }, limit: number, offset: number) {
		const { leads } = this.repositories;
		const days = { startDate: filter.startDate ?? null, endDate: filter.endDate ?? null };
		const { items, total } = filter.email
			? leads.pageByEmail(agent.id, filter.email, days, limit, offset)
			: leads.page(agent.id, days, limit, offset);
		return { items, total, limit, offset };
	}

	/** @throws ApiProblem not_found */
	get(agent: Agent, id: number): Lead {
		const lead = this.repositories.leads.find(id);
		if (lead?.agentId !== agent.id) throw problems.notFound('lead');
		return lead;
	}

	/** @throws ApiProblem invalid_request if the conversation belongs to another agent */
	capture(agent: Agent, lead: CapturedLead): Lead {
		return this.database.transaction(() => {
			const id = this.repositories.leads.insert({
				...lead,
				agentId: agent.id,
				conversationId: this.conversationOf(agent, lead),
				phone: lead.phone ?? null,
				city: lead.city ?? '',
				country: lead.country ?? '',
				countryCode: lead.countryCode ?? '',
				fields: lead.fields ?? {},
				network: lead.network ?? null,
				capturedAt: new Date(lead.capturedAt ?? Date.now()).toISOString(),
			});
			return this.get(agent, id);
		});
	}

	/** @throws ApiProblem not_found */
	delete(agent: Agent, id: number): void {
		this.repositories.leads.delete(this.get(agent, id).id);
	}

	private conversationOf(agent: Agent, { conversationId, name, email, capturedAt }: CapturedLead): string {
		if (conversationId === undefined) {
			const visitor = { visitorName: name, visitorEmail: email };
			return this.inbox.begin(agent, { channel: 'website', visitor, createdAt: capturedAt }).id;
		}
		if (this.repositories.conversations.find(conversationId)?.agentId === agent.id) return conversationId;
		throw problems.invalidRequest('The lead names a conversation that does not exist.', [
			{ path: 'conversationId', message: 'is not a conversation of this agent' },
		]);
	}
}
