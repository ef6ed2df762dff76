import { type KnowledgeSyncInput, knowledgeSyncResultSchema } from '../../../workflows/knowledge-sync/contract';
import { verdictOn } from '../../../workflows/knowledge-sync/verdict';
import type { Blobs } from '../../storage/blobs';
import { checkDecisionTime } from './check-decision-time';
import { checkUploads, type NamedUpload, uploadsOf } from './check-uploads';
import { plan, unnotifiedReview } from '../subjects';
import { defineTask, ofResult } from './define-task';

function uploadsIn({ blob, rows = [] }: Pick<KnowledgeSyncInput, 'blob' | 'rows'>): NamedUpload[] {
	return [...(blob === undefined ? [] : [{ path: 'blob', blob }]), ...uploadsOf('rows', rows)];
}

/** Whether the time for a decision fits what its plan needs. A plan that only shows asks nobody. @throws Problem 400 */
export function checkPlanTime({ config }: Pick<Blobs, 'config'>, input: KnowledgeSyncInput): void {
	if (!input.planOnly) checkDecisionTime(config, input, uploadsIn(input).length > 0);
}

export const knowledgeSync = defineTask('knowledge-sync', {
	workflow: 'knowledgeSync',
	title: 'Knowledge sync',
	description:
		'Keeps what an agent knows in step with a set of rows: adds what is new, changes what differs and removes what the set no longer has. It touches only what the set itself has added or adopted.',
	version: 1,
	keyReuse: 'after-failure',
	stages: [
		'reading',
		'planning',
		'deciding',
		'applying',
		'waiting',
		'settling',
		'indexing',
		'proving',
		'completed',
		'failed',
		'cancelled',
		'timed_out',
	],
	review: {
		subject: plan,
		stages: { approval: 'deciding' },
		// Most plans need no decision, so only reviewers who cannot be told are worth a word.
		warnings: (notifying, input) =>
			(input.reviewers ?? []).length === 0 ? Promise.resolve([]) : unnotifiedReview(notifying, input),
	},
	schedulable: true,
	fields: {
		version: 'hidden',
		connection: 'shown',
		agentId: 'shown',
		set: 'shown',
		rows: 'counted',
		blob: 'hidden',
		url: 'shown',
		fromAgent: 'shown',
		include: 'shown',
		exclude: 'shown',
		columns: 'shown',
		mode: 'shown',
		planOnly: 'shown',
		planHash: 'shown',
		drift: 'shown',
		existing: 'shown',
		emptyOnPurpose: 'shown',
		prove: 'shown',
		reviewers: 'counted',
		remindAfterSeconds: 'shown',
		deadlineSeconds: 'shown',
		timeoutSeconds: 'shown',
	},
	scopes: ['read:sources', 'write:sources', 'read:qa', 'write:qa'],
	async checkStart({ connections, blobs }, input, by) {
		const { connection, agentId, prove } = input;
		const service = connections.get(connection);
		// A limit that was shortened since, or set by a default of before, is no reason to refuse the same input again.
		if (by !== 'retry') checkPlanTime(blobs, input);
		await checkUploads(blobs, uploadsIn(input));
		await service.checkTraining(agentId);
		if (prove) await service.checkSearch(agentId);
	},
	sameWorkAs: 'schedule',
	judge: ofResult(knowledgeSyncResultSchema, verdictOn),
	personalData: { whileOpen: 'The task is open. Cancel it or wait for its end, then erase again.' },
});
