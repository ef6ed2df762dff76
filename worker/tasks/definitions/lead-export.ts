import { leadExportResultSchema } from '../../../workflows/export/contract';
import { verdictOn } from '../../../workflows/export/verdict';
import type { Connection } from '../../connections';
import { checkAgents, checkBucket, checkFirstAgent } from './check-names';
import { defineTask, ofResult } from './define-task';
import { refuseWithoutSchedule } from './last-run';

export const leadExport = defineTask('lead-export', {
	workflow: 'leadExport',
	title: 'Lead export',
	description:
		'Writes the leads of one, several or all agents into a CSV, NDJSON or XLSX file. Each lead is written once, even if leads arrive or are deleted during the export.',
	version: 1,
	keyReuse: 'after-failure',
	stages: ['looking', 'reading', 'conversations', 'assembling', 'completed', 'failed', 'cancelled'],
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
		email: 'hidden',
		countries: 'shown',
		emails: 'counted',
		excludeEmails: 'counted',
		formFields: 'counted',
		leadsPerPerson: 'shown',
		conversation: 'shown',
		conversationSize: 'shown',
		format: 'shown',
		spreadsheet: 'shown',
		bucket: 'shown',
	},
	scopes: ['read:agents', 'read:leads'],
	async checkStart({ connections, buckets }, { connection, agentIds, bucket, conversation }) {
		if (bucket !== undefined) await checkBucket(buckets, bucket);
		const check = async (service: Connection, agentId: string) => {
			await service.checkLeads(agentId);
			if (conversation !== 'none') await service.checkConversations(agentId);
		};
		if (agentIds === undefined) await checkFirstAgent(connections, connection, check);
		else await checkAgents(connections, connection, agentIds, check);
	},
	sameWorkAs: 'schedule-of-day',
	coversEarlier: ofResult(leadExportResultSchema, ({ period }) => period?.period === 'since_last_run'),
	judge: ofResult(leadExportResultSchema, verdictOn),
	personalData: {
		whileOpen: 'The task is open. Cancel it or wait for its end, then erase again.',
		objectsOf: ofResult(leadExportResultSchema, ({ bucket }) => (bucket === null ? [] : [bucket])),
	},
});
