// @ts-check
import { measureConversations } from './conversations.mjs';
import { measureExportSideBySide } from './export-side-by-side.mjs';
import { measureFairAgents } from './fair-agents.mjs';
import { measureFastLimits } from './fast-limits.mjs';
import { measureGatewayStarts } from './gateway-starts.mjs';
import { measureHistories } from './histories.mjs';
import { measureKnowledge } from './knowledge.mjs';
import { measureLeadConversations } from './lead-conversations.mjs';
import { measureMemoryByLeads } from './memory-by-leads.mjs';
import { measurePostgresqlSync } from './postgresql-sync.mjs';
import { measureRateOfSixty } from './rate-of-sixty.mjs';
import { measureWaitingReviews } from './waiting-reviews.mjs';

/** @typedef {import('./with-fleet.mjs').Bench} Bench */

/**
 * @typedef {object} Part
 * @property {string} about what it measures, while it does
 * @property {(bench: Bench) => Promise<{ figures: object, shortfalls: string[] }>} measure `shortfalls`: a sentence for
 *   each bound that was not kept
 */

/** @type {Record<string, Part>} */
export const PARTS = {
	rate: { about: 'three workers at 60 calls a minute', measure: measureRateOfSixty },
	limits: { about: 'an export at 600 and 3,000 calls a minute', measure: measureFastLimits },
	export: { about: 'an export beside a loop and n8n', measure: measureExportSideBySide },
	conversations: { about: 'conversations with their transcripts, beside a loop', measure: measureConversations },
	'lead-conversations': { about: 'an export of leads with their conversation', measure: measureLeadConversations },
	knowledge: {
		about: 'a set of knowledge of which some has changed, beside n8n and a loop',
		measure: measureKnowledge,
	},
	postgresql: { about: 'a sync to PostgreSQL beside COPY and INSERT', measure: measurePostgresqlSync },
	fairness: { about: 'a new lead of one agent beside old leads of another', measure: measureFairAgents },
	memory: { about: 'the memory of a worker that exports', measure: measureMemoryByLeads },
	reviews: { about: 'mails that wait for a person', measure: measureWaitingReviews },
	starts: { about: "starts at the gateway, beside Temporal's client", measure: measureGatewayStarts },
	history: { about: 'events and bytes of each type of task', measure: measureHistories },
};
