import { LIMITS } from '../../../api';
import { type AddSourcesInput, addSourcesResultSchema } from '../../../workflows/add-sources/contract';
import { verdictOn } from '../../../workflows/add-sources/verdict';
import { Problem, type ProblemIssue } from '../../problems/problem';
import { type Blobs, uploadKey } from '../../storage/blobs';
import { defineTask, ofResult } from './define-task';

export const addSources = defineTask('add-sources', {
	workflow: 'addSources',
	title: 'Add sources',
	description:
		'Adds pages, texts and files to an agent, one after the other and each exactly once. Ends when the service has read them all. One result row per source.',
	version: 1,
	keyReuse: 'never',
	insteadOfRetry:
		'A second start could add sources twice. Start a new task with another Idempotency-Key, the same sources and ifPresent "skip". The task then skips sources that the agent already has.',
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
		await checkSourceBlobs(blobs, sources);
		await service.checkTraining(agentId);
	},
	judge: ofResult(addSourcesResultSchema, verdictOn),
	personalData: { whileOpen: 'The task is open. Cancel it or wait for its end, then erase again.' },
});

/** Checks that every referenced file and text is stored and not too large. @throws Problem that names each */
async function checkSourceBlobs({ store }: Blobs, sources: AddSourcesInput['sources']): Promise<void> {
	const issues: ProblemIssue[] = [];
	for (const [index, source] of sources.entries()) {
		if (source.type === 'url' || source.blob === undefined) continue;
		const path = `sources.${index}.blob`;
		const found = await store.open(uploadKey(source.blob));
		found?.content.destroy();
		const limit = source.type === 'text' ? LIMITS.textSnippetBytes : LIMITS.fileBytes;
		if (found === null)
			issues.push({ path, message: 'is not stored at the gateway or has expired; upload the file again' });
		else if (found.bytes > limit)
			issues.push({ path, message: `has ${found.bytes} bytes; the limit of a ${source.type} is ${limit} bytes` });
	}
	if (issues.length === 0) return;
	throw new Problem({
		type: 'invalid_request',
		title: 'The request is not valid',
		status: 400,
		detail: `Nothing was started. ${issues.map(({ path, message }) => `${path} ${message}`).join('; ')}.`,
		issues,
	});
}
