import { z } from 'zod';
import { agentIdSchema, idSchema, trainingRunSchema } from '../../api';
import { count, everyInput } from '../task/contract';
import { inForm } from '../task/field-form';
import { sourceChangesField, sourceChangesSchema } from './source-changes-contract';

/** The words of forms for the choices of a retrain. */
export const WAIT_UNTIL = { canChat: 'The agent can chat', finished: 'The run has ended' };
export const IF_ACTIVE = { adopt: 'Follow it', wait: 'Start a new one after it', fail: 'Fail' };
export const IF_UNCERTAIN = { repeat: 'Send the request again', ask: 'Leave it to a person' };

/** What a retrain does if nobody can know whether its request started a run. A second run harms nobody. */
export const ifUncertainField = () =>
	z
		.enum(['repeat', 'ask'])
		.default('repeat')
		.describe(
			'If the response to the request is lost and no run shows: send the request again with growing pauses until the time limit (a day without one), or leave it to a person',
		)
		.meta(
			inForm('If a response is lost', {
				isRare: true,
				options: IF_UNCERTAIN,
				help: 'Only if the checks show no run. A second run harms nobody, and the result says that there may be one',
			}),
		);

/** What retrain-and-wait takes, version 1. */
export const retrainInputSchema = z.strictObject({
	...everyInput,
	agentId: idSchema.describe('The agent to retrain').meta(inForm('Agent', { choicesFrom: 'agents' })),
	waitUntil: z
		.enum(['canChat', 'finished'])
		.default('finished')
		.describe('Wait until the agent can chat, or until the run has ended')
		.meta(inForm('Wait until', { isRare: true, options: WAIT_UNTIL })),
	ifActive: z
		.enum(['adopt', 'wait', 'fail'])
		.default('adopt')
		.describe('If a run is active already: follow it, start a new one after it, or fail')
		.meta(inForm('If a run is active', { isRare: true, options: IF_ACTIVE })),
	ifUncertain: ifUncertainField(),
	sourceChanges: sourceChangesField(),
	timeoutSeconds: z
		.number()
		.int()
		.min(1)
		.max(30 * 24 * 3600)
		.optional()
		.describe('Stop waiting after this many seconds. The run itself continues. Default: no limit')
		.meta(
			inForm('Time limit', {
				unit: 'seconds',
				isRare: true,
				help: 'Stop waiting after this time. The run itself continues. Default: no limit',
			}),
		),
});
export type RetrainInput = z.output<typeof retrainInputSchema>;

/** What could show later that a training run came and went between two looks. */
export const trainingNoteSchema = z.object({
	/** ISO 8601 UTC, by the worker's clock. */
	at: z.string(),
	training: z.boolean(),
	canChat: z.boolean(),
	/** Null if no run showed. */
	runId: z.string().nullable(),
	/**
	 * Times that the agent or its sources show beside their creation, by what shows them (`agent.trainedAt`,
	 * `source 7.indexedAt`): ISO 8601 as the service wrote them, null if it shows none yet. A training run may leave them
	 * as they are, so only a change means something. Read only if no run showed; empty if the key may not read them.
	 */
	times: z.record(z.string(), z.string().nullable()).describe('Times shown by the agent and its sources'),
});
export type TrainingNote = z.output<typeof trainingNoteSchema>;
export type ShownTimes = TrainingNote['times'];

/** What was sent to the service and what came of it. */
export const retrainAuditSchema = z.object({
	/** Requests to start a run that may have reached the service or were refused by it. */
	postAttempts: count,
	/** A response was lost, so the run was identified by looking. */
	ambiguous: z.boolean(),
	/** Absent in results of versions that did not count them. */
	repeats: count
		.optional()
		.describe('Requests sent again after a lost response and not refused. Each may have started a second run'),
	/** Ids of further runs that appeared and may have come from a lost request. */
	duplicates: z.array(z.string()),
	/** Null if the task sent no request. */
	before: trainingNoteSchema.nullable().describe('What the service showed before the first request'),
	/** The newest ten. */
	looks: z.array(trainingNoteSchema).describe('What the service showed at each check since a response was lost'),
	/** With the reason, in a sentence; null if nothing was concluded. */
	assumed: z.string().nullable().describe('What the task concluded although the service did not show it'),
});
export type RetrainAudit = z.output<typeof retrainAuditSchema>;

/** What retrain-and-wait ends with, version 1. */
export const retrainResultSchema = z.object({
	version: z.literal(1),
	agentId: agentIdSchema,
	/** The run as the service showed it last; null if the service never showed it. */
	run: trainingRunSchema.nullable(),
	/** `failed` is kept for readers: a failed run makes the task fail with the type `training_failed`. */
	outcome: z.enum(['can_chat', 'finished', 'failed']),
	/** The run was somebody else's, or cannot be told from one. */
	adopted: z.boolean(),
	/**
	 * Whether the service showed the run as ended. False for a run that continues (`can_chat`), and for one that the
	 * service no longer shows: then `audit.assumed` says why it counts as finished, and an error of the run stays unseen.
	 */
	endSeen: z.boolean(),
	canChat: z.boolean(),
	waitedSeconds: z.number().min(0),
	/** Absent if nobody wanted it, and in results of versions that did not compare. */
	sourceChanges: sourceChangesSchema.optional().describe('What the run changed in the list of sources'),
	audit: retrainAuditSchema,
});
export type RetrainResult = z.output<typeof retrainResultSchema>;
