import { LIMITS } from '../../api';
import type { AddSourcesInput } from '../../workflows/catalogue';
import { type Blobs, uploadKey } from '../storage/blobs';
import { Problem, type ProblemIssue } from '../problems/problem';

/** Makes sure that every file and text a task refers to is there and not too large. @throws Problem that names each */
export async function checkSourceBlobs({ store }: Blobs, sources: AddSourcesInput['sources']): Promise<void> {
	const issues: ProblemIssue[] = [];
	for (const [index, source] of sources.entries()) {
		if (source.type === 'url' || source.blob === undefined) continue;
		const path = `sources.${index}.blob`;
		const found = await store.open(uploadKey(source.blob));
		found?.content.destroy();
		const limit = source.type === 'text' ? LIMITS.textSnippetBytes : LIMITS.fileBytes;
		if (found === null) issues.push({ path, message: 'is not kept here, or not any more; send it with PUT /v1/blobs' });
		else if (found.bytes > limit)
			issues.push({ path, message: `has ${found.bytes} bytes; a ${source.type} may have ${limit}` });
	}
	if (issues.length === 0) return;
	throw new Problem({
		type: 'invalid_request',
		title: 'The request is not valid',
		status: 400,
		detail: `Nothing was done. ${issues.map(({ path, message }) => `${path} ${message}`).join('; ')}.`,
		issues,
	});
}
