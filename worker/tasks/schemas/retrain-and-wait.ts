import { z } from 'zod';
import { agentIdSchema, idSchema, trainingRunSchema } from '../../../api';
import type { RetrainResult } from '../../../workflows/retrain/contract';
import type { Verdict } from './verdict';

export const retrainInputSchema = z.strictObject({
	version: z.literal(1).default(1),
	connection: z.string().min(1).describe('A connection of the worker'),
	agentId: idSchema.describe('The agent to retrain'),
	waitUntil: z
		.enum(['canChat', 'finished'])
		.default('finished')
		.describe('Wait until the agent can chat, or until the run has ended'),
	ifActive: z
		.enum(['adopt', 'wait', 'fail'])
		.default('adopt')
		.describe('When a run is active already: follow it, start a new one after it, or fail'),
	timeoutSeconds: z
		.number()
		.int()
		.min(1)
		.max(30 * 24 * 3600)
		.optional()
		.describe('Stop waiting after this many seconds; the run itself goes on'),
});

const noteSchema = z.object({
	at: z.string(),
	training: z.boolean(),
	canChat: z.boolean(),
	runId: z.string().nullable(),
	times: z.record(z.string(), z.string().nullable()).describe('Times that the agent and its sources show'),
});

/** What is known of a retrain's requests. */
export const retrainAuditSchema = z.object({
	postAttempts: z.number().int().min(0),
	ambiguous: z.boolean(),
	duplicates: z.array(z.string()),
	before: noteSchema.nullable().describe('What the service showed before the first request'),
	looks: z.array(noteSchema).describe('What each look showed since a response was lost'),
	assumed: z.string().nullable().describe('What was concluded though the service did not show it'),
});

export const retrainResultSchema = z.object({
	version: z.literal(1),
	agentId: agentIdSchema,
	run: trainingRunSchema.nullable(),
	outcome: z.enum(['can_chat', 'finished', 'failed']),
	adopted: z.boolean(),
	endSeen: z.boolean(),
	canChat: z.boolean(),
	waitedSeconds: z.number().min(0),
	audit: retrainAuditSchema,
});

/** Pages that the service could not read are its own affair: the agent was retrained all the same. */
export function judgeRetrain({ outcome, run }: RetrainResult): Verdict {
	const pages = pagesOf(run);
	if (outcome === 'failed') return { outcome, succeeded: false, message: `The run failed: ${run?.error ?? pages}` };
	const message = outcome === 'can_chat' ? `The agent can chat: ${pages}.` : `The run has ended: ${pages}.`;
	return { outcome, succeeded: true, message };
}

function pagesOf(run: RetrainResult['run']): string {
	if (run === null) return 'the service did not show its pages';
	const failed = run.pagesFailed > 0 ? `, ${run.pagesFailed} failed` : '';
	return `${run.pagesCompleted} of ${run.pagesTotal} pages${failed}`;
}
