import type { Repositories } from '../../database/repositories';
import type { JobRunner } from '../../runtime/job-runner';
import type { PageText } from '../../search/knowledge-base';
import { isoTime } from './business-hours';
import type { ShopAgentId } from './forms';
import { seedFailedSource, seedKnowledge } from './knowledge';
import { seedVisits } from './leads';
import { seedMailbox } from './mailboxes';
import { seedOrders } from './orders';
import { seedTraining } from './website-training';

/** The days of business that the data covers: as many as the longest period of analytics. */
const DAYS = 90;
const DAY_MS = 86_400_000;
/** When the agents were last trained, before now. */
const TRAINED_MS = 8 * 3_600_000;

interface ShopAgent {
	agentId: ShopAgentId;
	leads: number;
	transcripts: number;
	orders: number;
	firstVisitor: number;
	mailbox: { address: string; name: string };
}

const SHOP: readonly ShopAgent[] = [
	{
		agentId: 'agent_support',
		leads: 170,
		transcripts: 42,
		orders: 36,
		firstVisitor: 0,
		mailbox: { address: 'support@harbour-pine.example', name: 'Harbour & Pine' },
	},
	{
		agentId: 'agent_sales',
		leads: 80,
		transcripts: 18,
		orders: 12,
		firstVisitor: 200,
		mailbox: { address: 'sales@harbour-pine.example', name: 'Harbour & Pine Sales' },
	},
];

/** @param now milliseconds since 1970 */
export const shopOpenedAt = (now: number): string => isoTime(now - DAYS * DAY_MS);

export interface ShopServices {
	repositories: Repositories;
	jobs: JobRunner;
}

/**
 * Gives the two agents the data of a small shop after three months. Apart from ids, the data depends only on the time.
 * Call it once, in the transaction that creates the agents.
 * @param pages of the website that both agents know
 * @param now milliseconds since 1970
 */
export function seedShop(services: ShopServices, pages: readonly PageText[], now: number): void {
	const { repositories } = services;
	for (const agent of SHOP) {
		const { agentId, mailbox } = agent;
		seedTraining(repositories, agentId, pages, now - TRAINED_MS);
		seedVisits(repositories, agent, DAYS, now);
		seedKnowledge(services, agentId, now);
		seedOrders(repositories, agent, DAYS, now);
		seedMailbox(repositories, { agentId, ...mailbox }, DAYS, now);
	}
	seedFailedSource(repositories, 'agent_support', now);
}
