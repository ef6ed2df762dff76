import { NodeOperationError } from 'n8n-workflow';
import type { ItemRun } from '../operation';
import { limits } from '../../generated/operations';

/**
 * Checks a text against the service's limit (specification, part 8) before it is sent.
 * @throws NodeOperationError with the text's size and the limit, in bytes
 */
export function assertTextSize({ context, itemIndex }: ItemRun, content: string): void {
	const bytes = Buffer.byteLength(content);
	if (bytes <= limits.textSnippetBytes) return;
	throw new NodeOperationError(context.getNode(), 'The field "Content" is too long', {
		itemIndex,
		description: `It has ${bytes} bytes; a text may have at most ${limits.textSnippetBytes} (1 MB). Split it into several texts.`,
	});
}
