import type { Account } from '../account/account';
import type { Agents } from '../account/agents';
import type { ApiKeys } from '../account/api-keys';
import type { Inbox } from '../conversations/inbox';
import type { Leads } from '../conversations/leads';
import type { Agent } from '../database/agents-repository';
import type { Repositories } from '../database/repositories';
import type { Generators } from '../demo/generate';
import type { SimulatedVisitors } from '../demo/visitors/simulated-visitors';
import type { Email } from '../email/create-email';
import type { Faults } from '../faults/faults';
import { problems } from '../problems/problems';
import type { Settings } from '../runtime/settings';
import type { Sources } from '../training/sources';
import type { Training } from '../training/training';

export interface DashboardServices {
	repositories: Repositories;
	settings: Settings;
	account: Account;
	agents: Agents;
	apiKeys: ApiKeys;
	email: Email;
	faults: Faults;
	generators: Generators;
	inbox: Inbox;
	leads: Leads;
	sources: Sources;
	training: Training;
	visitors: SimulatedVisitors;
	/** Of the website that the seeded agents are trained on. */
	siteUrl: string;
	/** Of the sandbox's own mail server. */
	smtpUrl: string;
}

/** The most agents that a page shows. */
const AGENTS_SHOWN = 200;

/** Oldest first. */
export function allAgents({ repositories }: Pick<DashboardServices, 'repositories'>): Agent[] {
	return repositories.agents.page(null, AGENTS_SHOWN, 0).items.reverse();
}

/** The agent that a list is filtered by. Default: the oldest. @throws ApiProblem not_found */
export function selectedAgent(services: Pick<DashboardServices, 'repositories'>, id: string | undefined): Agent {
	const agent = id === undefined ? allAgents(services)[0] : services.repositories.agents.find(id);
	if (!agent) throw problems.notFound('agent');
	return agent;
}
