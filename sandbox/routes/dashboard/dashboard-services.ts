import { problems } from '../../problems/problems';
import type { Services } from '../../create-services';
import type { Agent } from '../../database/agents-repository';

export interface DashboardServices extends Services {
	/** Of the website that the seeded agents are trained on. */
	siteUrl: string;
	/** Of the sandbox's own mail server. */
	smtpUrl: string;
}

/** As many agents as a page can show. */
const AGENTS_SHOWN = 200;

/** Oldest first. */
export function allAgents({ repositories }: Pick<Services, 'repositories'>): Agent[] {
	return repositories.agents.page(null, AGENTS_SHOWN, 0).items.reverse();
}

/** The agent that a list is filtered by; the oldest when none is named. @throws ApiProblem not_found */
export function chosenAgent(services: Pick<Services, 'repositories'>, id: string | undefined): Agent {
	const agent = id === undefined ? allAgents(services)[0] : services.repositories.agents.find(id);
	if (!agent) throw problems.notFound('agent');
	return agent;
}
