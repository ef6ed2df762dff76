import { ApplicationFailure } from '@temporalio/common';
import { reportProgress } from '../task/progress';
import type { EmailTask } from './email-task';

/** Whether the service did nothing because it does not take the connection's key (any more). */
export function isKeyRefused(cause: unknown): boolean {
	if (!(cause instanceof ApplicationFailure)) return false;
	const error: unknown = cause.details?.[0];
	return typeof error === 'object' && error !== null && Reflect.get(error, 'status') === 401;
}

export function tellKeyRefused({ state, input }: EmailTask): void {
	reportProgress(state.progress, {
		message: `The mail is approved and waits: the service refuses the key of the connection "${input.connection}". It goes out once that key is replaced.`,
	});
}
