import { conversationExportResultSchema } from '../../../workflows/conversation-export/contract';
import { verdictOn } from '../../../workflows/conversation-export/verdict';
import { checkAgents, checkBucket, checkFirstAgent } from './check-names';
import { defineTask, ofResult } from './define-task';
import { refuseWithoutSchedule } from './last-run';

export const conversationExport = defineTask('conversation-export', {
	workflow: 'conversationExport',
	title: 'Conversation export',
	description:
		'Writes the conversations of one, several or all agents with their messages into an NDJSON, CSV or Parquet file, or into a file per day. Each conversation is written once, even if conversations begin or are deleted during the export.',
	version: 1,
	keyReuse: 'after-failure',
	stages: ['looking', 'listing', 'transcripts', 'assembling', 'completed', 'failed', 'cancelled'],
	schedulable: true,
	refuseWithoutSchedule,
	fields: {
		version: 'hidden',
		connection: 'shown',
		agentIds: 'shown',
		startDate: 'shown',
		endDate: 'shown',
		lastDays: 'shown',
		period: 'shown',
		timeZone: 'shown',
		channel: 'shown',
		state: 'shown',
		format: 'shown',
		spreadsheet: 'shown',
		bucket: 'shown',
		partition: 'shown',
	},
	scopes: ['read:agents', 'read:conversations'],
	async checkStart({ connections, buckets }, { connection, agentIds, bucket }) {
		if (bucket !== undefined) await checkBucket(buckets, bucket);
		if (agentIds === undefined)
			await checkFirstAgent(connections, connection, (service, agentId) => service.checkConversations(agentId));
		else
			await checkAgents(connections, connection, agentIds, (service, agentId) => service.checkConversations(agentId));
	},
	sameWorkAs: 'schedule-of-day',
	coversEarlier: ofResult(conversationExportResultSchema, ({ period }) => period?.period === 'since_last_run'),
	judge: ofResult(conversationExportResultSchema, verdictOn),
	personalData: {
		whileOpen: 'The task is open. Cancel it or wait for its end, then erase again.',
		objectsOf: ofResult(conversationExportResultSchema, ({ bucket, partitions }) => {
			if (bucket === null) return [];
			return partitions === null ? [bucket] : partitions.map(({ key }) => ({ name: bucket.name, key }));
		}),
	},
});
