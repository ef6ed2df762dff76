import { addSources } from './add-sources';
import { bulkAction } from './bulk-action';
import { conversationExport } from './conversation-export';
import { conversationSync } from './conversation-sync';
import { emailSendWithReview } from './email-send-with-review';
import { forEachConnection } from './for-each-connection';
import { knowledgeSync } from './knowledge-sync';
import { leadExport } from './lead-export';
import { leadSync } from './lead-sync';
import { nightlyRetrain } from './nightly-retrain';
import { retrainAndWait } from './retrain-and-wait';
import type { TaskType } from './task-type';
import { weeklyReport } from './weekly-report';

/** A test compares them with the worker's definitions of tasks. */
export const taskTypes: readonly TaskType[] = [
	addSources,
	bulkAction,
	conversationExport,
	conversationSync,
	emailSendWithReview,
	forEachConnection,
	knowledgeSync,
	leadExport,
	leadSync,
	nightlyRetrain,
	retrainAndWait,
	weeklyReport,
];
