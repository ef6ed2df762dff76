import { addSourcesResultSchema } from '../../../workflows/add-sources/contract';
import { verdictOn } from '../../../workflows/add-sources/verdict';
import { checkUploads, uploadsOf } from './check-uploads';
import { defineTask, ofResult } from './define-task';

export const addSources = defineTask('add-sources', {
	workflow: 'addSources',
	title: 'Add sources',
	description:
		'Adds pages, texts and files to an agent, one after the other and each exactly once. Ends when the service has read them all. One result row per source.',
	version: 1,
	keyReuse: 'never',
	insteadOfRetry:
		'A second start could add sources twice. Start a new task with the same sources: by default it skips those that the agent already has. A program sends another Idempotency-Key.',
	stages: ['looking', 'adding', 'waiting', 'settling', 'indexing', 'completed', 'failed', 'cancelled', 'timed_out'],
	fields: {
		version: 'hidden',
		connection: 'shown',
		agentId: 'shown',
		sources: 'counted',
		ifPresent: 'shown',
		timeoutSeconds: 'shown',
	},
	scopes: ['read:sources', 'write:sources'],
	async checkStart({ connections, blobs }, { connection, agentId, sources }) {
		const service = connections.get(connection);
		await checkUploads(blobs, uploadsOf('sources', sources));
		await service.checkTraining(agentId);
	},
	judge: ofResult(addSourcesResultSchema, verdictOn),
	personalData: { whileOpen: 'The task is open. Cancel it or wait for its end, then erase again.' },
});
