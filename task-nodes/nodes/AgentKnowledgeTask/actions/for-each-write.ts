import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { type ItemError, itemError, type ItemOutcome, outcomeOfItem } from '../items/outcome-of-item';
import type { ItemData, NodeOperation } from './operation';

interface Write<Request> {
	/** What to send for one item, from its fields alone. @throws NodeOperationError that names the field */
	read: (context: IExecuteFunctions, itemIndex: number) => Request | Promise<Request>;
	/** Asks the gateway about several items, before the first is sent. Default: it cannot know more. */
	check?: (context: IExecuteFunctions, request: Request, itemIndex: number) => Promise<Request>;
	/** @returns the output of the item */
	send: (context: IExecuteFunctions, request: Request, itemIndex: number) => Promise<ItemData>;
}

/**
 * Runs an operation that changes something, once for each item. It reads all items before it sends the first one:
 * otherwise the items before a wrong one are done, and a second run does them again.
 */
export function forEachWrite<Request>({ read, check, send }: Write<Request>): NodeOperation['execute'] {
	return async (context) => {
		const count = context.getInputData().length;
		let requests: Array<ItemOutcome<Request>> = [];
		for (let itemIndex = 0; itemIndex < count; itemIndex++) {
			const attempt = outcomeOfItem(context, itemIndex, async () => await read(context, itemIndex));
			requests.push(await withSentence(attempt, nothingOf(count)));
		}
		if (check !== undefined && count > 1) {
			requests = await eachOf(requests, async (request, itemIndex) => {
				const attempt = outcomeOfItem(context, itemIndex, async () => await check(context, request, itemIndex));
				return await withSentence(attempt, nothingOf(count));
			});
		}
		const sent = await eachOf(requests, async (request, itemIndex) => {
			const attempt = outcomeOfItem(context, itemIndex, async () => await send(context, request, itemIndex));
			return await withSentence(attempt, count < 2 ? '' : `${itemIndex} of ${count} items are done.`);
		});
		const output = sent.map((outcome, item): INodeExecutionData => {
			const data = outcome.ok ? outcome.value : { json: itemError(outcome.error) };
			return { ...data, pairedItem: { item } };
		});
		return [output];
	};
}

async function eachOf<From, To>(
	outcomes: ReadonlyArray<ItemOutcome<From>>,
	step: (value: From, itemIndex: number) => Promise<ItemOutcome<To>>,
): Promise<Array<ItemOutcome<To>>> {
	const results: Array<ItemOutcome<To>> = [];
	for (const [itemIndex, outcome] of outcomes.entries()) {
		results.push(outcome.ok ? await step(outcome.value, itemIndex) : outcome);
	}
	return results;
}

function nothingOf(count: number): string {
	return count < 2 ? '' : `Nothing was sent for any of the ${count} items.`;
}

const FOR_THIS_ITEM = 'Nothing was sent for this item.';

/** What stopped the node also says what is done. @throws the error with the sentence */
async function withSentence<T>(attempt: Promise<T>, sentence: string): Promise<T> {
	const [result] = await Promise.allSettled([attempt]);
	if (result.status === 'fulfilled') return result.value;
	// `outcomeOfItem` throws nothing else.
	const error = result.reason as ItemError;
	if (sentence !== '') {
		error.description = [(error.description ?? '').replace(FOR_THIS_ITEM, '').trim(), sentence].join(' ').trim();
	}
	throw error;
}
