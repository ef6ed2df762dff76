import { leadSyncActions, leadSyncResultSchema } from '../../../workflows/lead-sync/contract';
import { isFlow } from '../../../workflows/lead-sync/flow-name';
import { verdictOn } from '../../../workflows/lead-sync/verdict';
import { checkSyncedAgents } from './check-synced-agents';
import { defineTask, ofResult } from './define-task';
import { checkAtOnce, checkMappedConversation } from './mapped-conversation';

export const leadSync = defineTask('lead-sync', {
	workflow: 'leadSync',
	title: 'Lead sync',
	description:
		'Syncs every lead of one, several or all agents to a destination, each once: first the existing leads, then new ones. Runs until it is cancelled.',
	version: 1,
	keyReuse: 'after-failure',
	endless: true,
	identity: ['connection', 'agentId', 'destination'],
	carriesOver: 'sync-state',
	actions: leadSyncActions,
	stages: ['syncing', 'handing-out', 'retrying', 'paused', 'unpublished', 'full', 'failed', 'cancelled'],
	waitingStages: ['full'],
	fields: {
		version: 'hidden',
		connection: 'shown',
		agentId: 'shown',
		agentIds: 'shown',
		destination: 'shown',
		intervalSeconds: 'shown',
		startDate: 'shown',
		countries: 'shown',
		emails: 'counted',
		excludeEmails: 'counted',
		formFields: 'counted',
		leadsPerPerson: 'shown',
		conversation: 'shown',
		conversationSize: 'shown',
		settleMinutes: 'shown',
		atOnce: 'shown',
	},
	scopes: ['read:leads'],
	async checkStart(
		{ connections, destinations },
		{ connection, agentId, agentIds, destination, conversation, atOnce },
	) {
		connections.get(connection);
		const found = isFlow(destination) ? null : await destinations.get(destination);
		const isConfigured = found !== null;
		if (isConfigured) checkMappedConversation(found, conversation);
		if (atOnce) checkAtOnce(found, conversation);
		// What needs no call of the connection comes first: a busy one leaves out only the rest.
		if (isConfigured) await destinations.check(destination);
		await checkSyncedAgents(connections, { connection, agentId, agentIds }, conversation);
	},
	judge: ofResult(leadSyncResultSchema, verdictOn),
	personalData: { whileOpen: 'The task still runs. Erase again when it has ended.' },
});
