import { knowledgeSyncResultSchema } from '../../../workflows/knowledge-sync/contract';
import { verdictOn } from '../../../workflows/knowledge-sync/verdict';
import { Problem } from '../../problems/problem';
import { type Blobs, uploadKey } from '../../storage/blobs';
import { plan, unnotifiedReview } from '../subjects';
import { defineTask, ofResult } from './define-task';

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
		include: 'shown',
		exclude: 'shown',
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
	async checkStart({ connections, blobs }, { connection, agentId, blob }) {
		const service = connections.get(connection);
		if (blob !== undefined) await checkUpload(blobs, blob);
		await service.checkTraining(agentId);
	},
	judge: ofResult(knowledgeSyncResultSchema, verdictOn),
	personalData: { whileOpen: 'The task is open. Cancel it or wait for its end, then erase again.' },
});

/** @throws Problem if the uploaded set is not stored */
async function checkUpload({ store }: Blobs, blob: string): Promise<void> {
	const found = await store.open(uploadKey(blob));
	found?.content.destroy();
	if (found !== null) return;
	const message = 'is not stored at the gateway or has expired; upload the file again';
	throw new Problem({
		type: 'invalid_request',
		title: 'The request is not valid',
		status: 400,
		detail: `Nothing was started. blob ${message}.`,
		issues: [{ path: 'blob', message }],
	});
}
