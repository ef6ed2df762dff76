import { leadSyncActions, leadSyncResultSchema } from '../../../workflows/lead-sync/contract';
import { isFlow } from '../../../workflows/lead-sync/flow-name';
import { verdictOn } from '../../../workflows/lead-sync/verdict';
import { defineTask, ofResult } from './define-task';

export const leadSync = defineTask('lead-sync', {
	workflow: 'leadSync',
	title: 'Lead sync',
	description:
		'Syncs every lead of an agent to a destination, each once: first the existing leads, then new ones. Runs until it is cancelled.',
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
		destination: 'shown',
		intervalSeconds: 'shown',
		startDate: 'shown',
		countries: 'shown',
		emails: 'counted',
		excludeEmails: 'counted',
		formFields: 'counted',
		leadsPerPerson: 'shown',
	},
	scopes: ['read:leads'],
	async checkStart({ connections, destinations }, { connection, agentId, destination }) {
		const isConfigured = !isFlow(destination);
		if (isConfigured) await destinations.get(destination);
		await connections.get(connection).checkLeads(agentId);
		if (isConfigured) await destinations.check(destination);
	},
	judge: ofResult(leadSyncResultSchema, verdictOn),
	personalData: { whileOpen: 'The task still runs. Erase again when it has ended.' },
});
