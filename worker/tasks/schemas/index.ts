import type { z } from 'zod';
import type { TaskType, TaskTypes } from '../../../workflows/catalogue';
import { emailInputSchema, emailResultSchema } from './email-send-with-review';
import { leadExportInputSchema, leadExportResultSchema } from './lead-export';
import { nightlyRetrainInputSchema, nightlyRetrainResultSchema } from './nightly-retrain';
import { leadSyncActions, leadSyncInputSchema, leadSyncResultSchema } from './lead-sync';
import { addSourcesInputSchema, addSourcesResultSchema } from './add-sources';
import { retrainInputSchema, retrainResultSchema } from './retrain-and-wait';

type TaskSchemas = {
	[Type in keyof TaskTypes]: {
		input: z.ZodType<TaskTypes[Type]['input']>;
		result: z.ZodType<TaskTypes[Type]['result']>;
	};
};

/** Input and result of every task, for the edges. Workflows know the types only, never zod. */
export const taskSchemas = {
	'retrain-and-wait': { input: retrainInputSchema, result: retrainResultSchema },
	'add-sources': { input: addSourcesInputSchema, result: addSourcesResultSchema },
	'lead-export': { input: leadExportInputSchema, result: leadExportResultSchema },
	'nightly-retrain': { input: nightlyRetrainInputSchema, result: nightlyRetrainResultSchema },
	'lead-sync': { input: leadSyncInputSchema, result: leadSyncResultSchema },
	'email-send-with-review': { input: emailInputSchema, result: emailResultSchema },
} satisfies TaskSchemas;

/** What each task can be asked while it runs, and what goes with it; none where the catalogue names no actions. */
export const taskActions: Partial<Record<TaskType, Readonly<Record<string, z.ZodType<object>>>>> = {
	'lead-sync': leadSyncActions,
};
