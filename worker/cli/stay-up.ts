import { once } from 'node:events';
import type { RunningProcess } from '../bootstrap';
import type { Logger } from '../log';
import { endsWithin } from '../../api';
import { EXIT, type ExitCode } from './terminal';

/** Longer than the gateway's 10 s and the workers' grace of 40 s together, in ms. */
export const STOP_WITHIN_MS = 60_000;

/**
 * Waits for SIGINT or SIGTERM, or until a part fails for good, and stops all. A second signal of the same name ends the
 * process at once, as it does everywhere.
 * @returns the exit code; the process must end with it, since a part that does not stop keeps it alive
 */
export async function stayUp(
	running: Pick<RunningProcess, 'gatewayUrl' | 'ended' | 'stop'>,
	log: Logger,
	stopWithinMs: number = STOP_WITHIN_MS,
): Promise<ExitCode> {
	const code = await ending(running, log);
	try {
		if (await endsWithin(stopWithinMs, running.stop())) {
			log.info('stopped');
			return code;
		}
		log.error({ stopWithinMs }, 'not everything stopped in time; open work continues in another worker');
	} catch (error) {
		log.error({ err: error }, 'could not stop in order');
	}
	return EXIT.failed;
}

async function ending(running: Pick<RunningProcess, 'ended'>, log: Logger): Promise<ExitCode> {
	const settled = new AbortController();
	const signals = ['SIGINT', 'SIGTERM'].map(async (signal) => {
		await once(process, signal, { signal: settled.signal });
		return signal;
	});
	try {
		const signal = await Promise.race([...signals, running.ended]);
		log.info({ signal }, 'stopping');
		return EXIT.done;
	} catch (error) {
		log.fatal({ err: error }, error instanceof Error ? error.message : 'failed');
		return EXIT.failed;
	} finally {
		settled.abort();
	}
}

/** An error that no code handled. The log does not have its message, which may contain personal data. */
class UnhandledError extends Error {
	override readonly name = 'UnhandledError';

	/** @param what the kind of error and its code */
	constructor(what: string) {
		super(
			`An error that no code handled (${what}) ends this process. It accepts nothing new, finishes open work, and exits with 1. Tasks continue in another worker, or after a restart. Report the frames in the log.`,
		);
	}
}

/**
 * Catches unhandled exceptions and rejected promises for the rest of the process, so that it can finish open work before
 * it ends. The log has the kind, the code and the frames of each.
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
	// The caller may await it later.
	void failed.catch(() => undefined);
	return failed;
}

/** Identifies an error without its message. */
function traceOf(thrown: unknown): { what: string; frames: string[] } {
	if (!(thrown instanceof Error)) return { what: typeof thrown, frames: [] };
	const code = 'code' in thrown && typeof thrown.code === 'string' ? [thrown.code] : [];
	const frames = (thrown.stack ?? '').split('\n').filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line));
	return { what: [thrown.constructor.name, ...code].join(' '), frames: frames.map((line) => line.trim()) };
}
