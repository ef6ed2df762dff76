import { addSources } from './add-sources';
import { emailSendWithReview } from './email-send-with-review';
import { leadExport } from './lead-export';
import { leadSync } from './lead-sync';
import { nightlyRetrain } from './nightly-retrain';
import { retrainAndWait } from './retrain-and-wait';
import type { TaskType } from './task-type';

/** Held against the worker's definitions of tasks by a test. */
export const taskTypes: readonly TaskType[] = [
	addSources,
	emailSendWithReview,
	leadExport,
	leadSync,
	nightlyRetrain,
	retrainAndWait,
];
