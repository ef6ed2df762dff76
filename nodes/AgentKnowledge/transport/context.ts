import type { IExecuteFunctions, ILoadOptionsFunctions } from 'n8n-workflow';

/** Where requests are made from: a running node, or a list that the editor shows. */
export type ApiContext = IExecuteFunctions | ILoadOptionsFunctions;

/** The signal of the execution; undefined in the editor, and in n8n before it had one. */
export function cancelSignal(context: ApiContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}
