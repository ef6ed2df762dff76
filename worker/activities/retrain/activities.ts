import { cancellationSignal } from '@temporalio/activity';
import { z } from 'zod';
import { agentIdSchema, type ApiClient, trainingRunSchema } from '../../../api';
import type { TrainingActivities, WatchTraining } from '../../../workflows/retrain/activities';
import { checked } from '../task/arguments';
import { look, type PollTiming } from '../task/look';
import { watchTraining } from './follow-run';
import { readTraining } from './look';
import { readAgentTimes, readSourceTimes } from './traces';
import { SharedLooks } from './shared-looks';
import { requestTraining } from './start-run';

const snapshotSchema = z.object({
	training: z.boolean(),
	canChat: z.boolean(),
	run: trainingRunSchema.nullable(),
	at: z.string(),
});

const watchSchema: z.ZodType<WatchTraining> = z.object({
	agentId: agentIdSchema,
	runId: z.string().nullable(),
	before: z.string().nullable(),
	until: z.enum(['canChat', 'ended']),
	since: z.number(),
	reportFrom: z.number(),
	reported: snapshotSchema.nullable(),
	settleMs: z.number().min(0),
	couldChat: z.boolean().optional(),
});

/** Training runs, over one connection. */
export function trainingActivities(api: ApiClient, timing: PollTiming): TrainingActivities {
	const looks = new SharedLooks((agentId, signal) => readTraining(api, agentId, signal), timing.pollMaxMs);
	return {
		readTraining: (agentId) => readTraining(api, checked(agentIdSchema, agentId), cancellationSignal()),
		readAgentTimes: (agentId) => readAgentTimes(api, checked(agentIdSchema, agentId), cancellationSignal()),
		readSourceTimes: (agentId) => readSourceTimes(api, checked(agentIdSchema, agentId), cancellationSignal()),
		requestTraining: async (agentId) => {
			const response = await requestTraining(api, checked(agentIdSchema, agentId));
			looks.forget(agentId);
			return response;
		},
		watchTraining: (watch) =>
			look(watch.since, timing, () => watchTraining(looks, checked(watchSchema, watch), timing, cancellationSignal())),
	};
}
