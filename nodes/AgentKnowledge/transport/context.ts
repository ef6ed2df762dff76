import type { IExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

/** Where requests are made from: a running node, a poll, or a list that the editor shows. */
export type ApiContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** The signal of the execution; undefined in the editor and in polls, and in n8n before it had one. */
export function cancelSignal(context: ApiContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}
