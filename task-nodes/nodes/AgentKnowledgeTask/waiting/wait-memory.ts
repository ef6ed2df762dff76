import { jsonParse } from 'n8n-workflow';
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { AwaitedSet } from './awaited-set';
import type { Presentation } from './presentation';
import type { AwaitedItem } from './wait-outputs';

export interface RememberedWait {
	waitId: string;
	/** One for each input item, in their order. */
	items: AwaitedItem[];
	presentation: Presentation;
	/** The input items, if they are rows of one task. `items` then has one, the task. */
	set?: AwaitedSet;
}

const KEY = 'agentKnowledgeWait';

/**
 * Keeps the wait in the node's context, which n8n stores with the waiting execution. So it survives a restart of n8n.
 * The next pass of a loop replaces it.
 */
export function rememberWait(context: IExecuteFunctions, wait: RememberedWait): void {
	context.getContext('node')[KEY] = JSON.stringify(wait);
}

/** @returns undefined if the node has not waited in this execution */
export function recallWait(context: IWebhookFunctions): RememberedWait | undefined {
	// A webhook has no getContext(), but an expression reads the same data.
	const stored = context.evaluateExpression(`{{ $node[${asLiteral(context.getNode().name)}].context["${KEY}"] }}`);
	return typeof stored === 'string' && stored !== '' ? jsonParse<RememberedWait>(stored) : undefined;
}

/** A brace in the node's name would end the expression. */
function asLiteral(name: string): string {
	return JSON.stringify(name).replace(/[{}]/g, (brace) => `\\u00${brace.charCodeAt(0).toString(16)}`);
}
