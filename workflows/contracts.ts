import type { z } from 'zod';
import { addSourcesInputSchema, addSourcesResultSchema } from './add-sources/contract';
import { bulkActionInputSchema, bulkActionResultSchema } from './bulk-action/contract';
import { conversationExportInputSchema, conversationExportResultSchema } from './conversation-export/contract';
import { conversationSyncInputSchema, conversationSyncResultSchema } from './conversation-sync/contract';
import { emailInputSchema, emailResultSchema } from './email/contract';
import { forEachConnectionInputSchema, forEachConnectionResultSchema } from './for-each-connection/contract';
import { knowledgeSyncInputSchema, knowledgeSyncResultSchema } from './knowledge-sync/contract';
import { leadExportInputSchema, leadExportResultSchema } from './export/contract';
import { leadSyncInputSchema, leadSyncResultSchema } from './lead-sync/contract';
import { nightlyRetrainInputSchema, nightlyRetrainResultSchema } from './nightly-retrain/contract';
import { retrainInputSchema, retrainResultSchema } from './retrain/contract';
import { weeklyReportInputSchema, weeklyReportResultSchema } from './weekly-report/contract';

/**
 * Input and result of each task: the only place that describes a task's fields. Workflows import only the types. The
 * gateway, the command line and the configuration validate with the schemas, and a test compares the nodes with them.
 */
export const contracts = {
	'retrain-and-wait': { input: retrainInputSchema, result: retrainResultSchema },
	'lead-export': { input: leadExportInputSchema, result: leadExportResultSchema },
	'conversation-export': { input: conversationExportInputSchema, result: conversationExportResultSchema },
	'conversation-sync': { input: conversationSyncInputSchema, result: conversationSyncResultSchema },
	'nightly-retrain': { input: nightlyRetrainInputSchema, result: nightlyRetrainResultSchema },
	'lead-sync': { input: leadSyncInputSchema, result: leadSyncResultSchema },
	'email-send-with-review': { input: emailInputSchema, result: emailResultSchema },
	'knowledge-sync': { input: knowledgeSyncInputSchema, result: knowledgeSyncResultSchema },
	'add-sources': { input: addSourcesInputSchema, result: addSourcesResultSchema },
	'for-each-connection': { input: forEachConnectionInputSchema, result: forEachConnectionResultSchema },
	'bulk-action': { input: bulkActionInputSchema, result: bulkActionResultSchema },
	'weekly-report': { input: weeklyReportInputSchema, result: weeklyReportResultSchema },
} as const;

export type TaskType = keyof typeof contracts;
export type TaskInput<Type extends TaskType = TaskType> = z.output<(typeof contracts)[Type]['input']>;
export type TaskResult<Type extends TaskType = TaskType> = z.output<(typeof contracts)[Type]['result']>;

export const TASK_TYPES = Object.keys(contracts) as TaskType[];
