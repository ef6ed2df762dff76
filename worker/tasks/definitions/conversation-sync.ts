import { conversationSyncActions, conversationSyncResultSchema } from '../../../workflows/conversation-sync/contract';
import { verdictOn } from '../../../workflows/conversation-sync/verdict';
import { checkAgents, checkFirstAgent } from './check-names';
import { defineTask, ofResult } from './define-task';

export const conversationSync = defineTask('conversation-sync', {
	workflow: 'conversationSync',
	title: 'Conversation sync',
	description:
		'Syncs the conversations of one, several or all agents with their messages into two tables of PostgreSQL: first the existing ones, then what is new or changed. Runs until it is cancelled.',
	version: 1,
	keyReuse: 'after-failure',
	endless: true,
	identity: ['connection', 'agentIds', 'destination'],
	actions: conversationSyncActions,
	stages: ['syncing', 'paused', 'failed', 'cancelled'],
	fields: {
		version: 'hidden',
		connection: 'shown',
		agentIds: 'shown',
		destination: 'shown',
		intervalSeconds: 'shown',
		recentDays: 'shown',
		openHours: 'shown',
		fullHours: 'shown',
	},
	scopes: ['read:agents', 'read:conversations'],
	async checkStart({ connections, destinations }, { connection, agentIds, destination }) {
		connections.get(connection);
		await destinations.get(destination);
		await destinations.checkConversations(destination);
		if (agentIds === undefined)
			await checkFirstAgent(connections, connection, (service, agentId) => service.checkConversations(agentId));
		else
			await checkAgents(connections, connection, agentIds, (service, agentId) => service.checkConversations(agentId));
	},
	judge: ofResult(conversationSyncResultSchema, verdictOn),
	personalData: { whileOpen: 'The task still runs. Erase again when it has ended.' },
});
