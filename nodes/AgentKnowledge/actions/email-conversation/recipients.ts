import { NodeOperationError } from 'n8n-workflow';
import { limits } from '../../generated/operations';
import type { ItemRun } from '../operation';
import { addressesIn } from '../parameters/text-form';

/** @returns undefined if the field has none. The service then uses its own recipients */
export function addressesOf(text: string | undefined): string[] | undefined {
	const addresses = addressesIn(text ?? '');
	return addresses.length === 0 ? undefined : addresses;
}

/** @throws NodeOperationError if there are more recipients than the service accepts (specification, part 8) */
export function assertRecipients({ context, itemIndex }: ItemRun, ...lists: Array<string[] | undefined>): void {
	const count = lists.reduce((sum, list) => sum + (list?.length ?? 0), 0);
	if (count <= limits.emailRecipients) return;
	throw new NodeOperationError(context.getNode(), 'There are too many recipients', {
		itemIndex,
		description: `"To" and "CC" contain ${count} addresses, and an email has at most ${limits.emailRecipients}. Remove some addresses. Nothing was sent for this item.`,
	});
}
