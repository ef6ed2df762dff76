import type { z } from 'zod';
import type { TaskTypes } from '../../../workflows/catalogue';
import { nightlyRetrainInputSchema, nightlyRetrainResultSchema } from './nightly-retrain';
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
	'nightly-retrain': { input: nightlyRetrainInputSchema, result: nightlyRetrainResultSchema },
} satisfies TaskSchemas;
