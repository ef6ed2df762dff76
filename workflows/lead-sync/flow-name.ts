/** A flow as the destination of a sync: it asks for leads itself, so it is not in the worker's configuration. */
export const FLOW_NAME = /^flow:[\w.-]{1,150}$/;

/** Whether a sync hands its leads to a flow. Names of the configuration contain no colon. */
export function isFlow(destination: string): boolean {
	return destination.startsWith('flow:');
}
