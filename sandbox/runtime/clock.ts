import type { Settings } from './settings';

/**
 * The sandbox's clock. It divides the seconds of a pause by the clock factor, even if the factor changes during the
 * pause.
 */
export class Clock {
	constructor(private readonly settings: Settings) {}

	/** Resolves after this number of seconds of this clock. Rejects with the signal's reason if it is aborted. */
	pause(seconds: number, signal: AbortSignal): Promise<void> {
		return new Promise((resolve, reject) => {
			let left = seconds;
			let since = performance.now();
			let factor = this.settings.current.clockFactor;
			let timer: NodeJS.Timeout | undefined;

			const end = (settle: () => void) => {
				clearTimeout(timer);
				stopListening();
				signal.removeEventListener('abort', aborted);
				settle();
			};
			const schedule = () => {
				// setTimeout takes at most 2^31 ms. No pause here is that long in one piece.
				timer = setTimeout(advance, Math.min((left / factor) * 1000, 2 ** 30));
			};
			const advance = () => {
				clearTimeout(timer);
				const now = performance.now();
				left -= ((now - since) / 1000) * factor;
				since = now;
				factor = this.settings.current.clockFactor;
				// Timers can be off by a millisecond.
				if (left / factor <= 0.001) end(resolve);
				else schedule();
			};
			const aborted = () => end(() => reject(abortReason(signal)));

			const stopListening = this.settings.onChange(advance);
			signal.addEventListener('abort', aborted, { once: true });
			if (signal.aborted) aborted();
			else schedule();
		});
	}
}

function abortReason(signal: AbortSignal): Error {
	return signal.reason instanceof Error ? signal.reason : new Error('The sandbox is stopping.');
}
