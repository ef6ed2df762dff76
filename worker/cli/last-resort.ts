import type { Logger } from '../log';

/** Something failed where nobody listened. Its own message stays out of the log: it may hold personal data. */
export class UnhandledError extends Error {
	override readonly name = 'UnhandledError';

	/** @param what the kind of error and its code */
	constructor(what: string) {
		super(
			`An error that no code handled (${what}) ends this process: it takes nothing new, lets what is under way finish, and exits with 1. Tasks go on in another worker, or after a restart. Report the frames in the log.`,
		);
	}
}

/**
 * Catches what nobody else does, exceptions and rejected promises, for the rest of the process, so that it can drain
 * before it ends. Each one is logged by its kind, its code and where it was thrown.
 * @returns rejects with an UnhandledError at the first
 */
export function untilUnhandled(log: Logger): Promise<never> {
	const failed = new Promise<never>((_resolve, reject) => {
		// Rejected promises come here too: nobody listens for `unhandledRejection`.
		process.on('uncaughtException', (thrown: unknown, origin) => {
			const { what, frames } = traceOf(thrown);
			log.fatal({ origin, what, frames }, 'an error that no code handled');
			reject(new UnhandledError(what));
		});
	});
	// Whoever awaits it may come later.
	void failed.catch(() => undefined);
	return failed;
}

/** What tells one error from another without its words. */
function traceOf(thrown: unknown): { what: string; frames: string[] } {
	if (!(thrown instanceof Error)) return { what: typeof thrown, frames: [] };
	const code = 'code' in thrown && typeof thrown.code === 'string' ? [thrown.code] : [];
	const frames = (thrown.stack ?? '').split('\n').filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line));
	return { what: [thrown.constructor.name, ...code].join(' '), frames: frames.map((line) => line.trim()) };
}
