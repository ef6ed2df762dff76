import type { z } from 'zod';
import type { TaskType, TaskTypes } from '../../../workflows/catalogue';
import { emailInputSchema, emailResultSchema, judgeEmail } from './email-send-with-review';
import { judgeLeadExport, leadExportInputSchema, leadExportResultSchema } from './lead-export';
import { judgeNightlyRetrain, nightlyRetrainInputSchema, nightlyRetrainResultSchema } from './nightly-retrain';
import { judgeLeadSync, leadSyncActions, leadSyncInputSchema, leadSyncResultSchema } from './lead-sync';
import { addSourcesInputSchema, addSourcesResultSchema, judgeAddSources } from './add-sources';
import { judgeRetrain, retrainInputSchema, retrainResultSchema } from './retrain-and-wait';
import { taskSchema, type Verdict } from './verdict';

type TaskSchemas = {
	[Type in keyof TaskTypes]: {
		input: z.ZodType<TaskTypes[Type]['input']>;
		result: z.ZodType<TaskTypes[Type]['result']>;
		judge: (result: unknown) => Verdict | null;
	};
};

/**
 * Input and result of every task, and which results count as having done what was asked, for the edges. Workflows know
 * the types only, never zod.
 */
export const taskSchemas = {
	'retrain-and-wait': taskSchema(retrainInputSchema, retrainResultSchema, judgeRetrain),
	'add-sources': taskSchema(addSourcesInputSchema, addSourcesResultSchema, judgeAddSources),
	'lead-export': taskSchema(leadExportInputSchema, leadExportResultSchema, judgeLeadExport),
	'nightly-retrain': taskSchema(nightlyRetrainInputSchema, nightlyRetrainResultSchema, judgeNightlyRetrain),
	'lead-sync': taskSchema(leadSyncInputSchema, leadSyncResultSchema, judgeLeadSync),
	'email-send-with-review': taskSchema(emailInputSchema, emailResultSchema, judgeEmail),
} satisfies TaskSchemas;

/** What each task can be asked while it runs, and what goes with it; none where the catalogue names no actions. */
export const taskActions: Partial<Record<TaskType, Readonly<Record<string, z.ZodType<object>>>>> = {
	'lead-sync': leadSyncActions,
};
