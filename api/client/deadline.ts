import { afterRunning } from '../network/time-limit';

/** A signal that fires when the caller cancels or the time is over, whichever is first. */
export interface Deadline {
	signal: AbortSignal;
	timedOut(): boolean;
	/** Lets go of the caller's signal, which may live much longer than the call. */
	dispose(): void;
}

/** @param timeoutMs for the whole request and its reply, in milliseconds */
export function startDeadline(caller: AbortSignal | undefined, timeoutMs: number): Deadline {
	const controller = new AbortController();
	let timedOut = false;
	const cancel = () => controller.abort();
	const stop = afterRunning(timeoutMs, () => {
		timedOut = true;
		controller.abort();
	});
	if (caller?.aborted === true) cancel();
	caller?.addEventListener('abort', cancel, { once: true });
	return {
		signal: controller.signal,
		timedOut: () => timedOut && caller?.aborted !== true,
		dispose: () => {
			stop();
			caller?.removeEventListener('abort', cancel);
		},
	};
}
