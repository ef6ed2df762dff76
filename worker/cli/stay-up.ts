import { once } from 'node:events';
import type { Logger } from '../log';
import type { RunningProcess } from '../bootstrap';
import { settlesWithin } from '../net/settles-within';
import { EXIT, type ExitCode } from './exit-codes';

/** Longer than the gateway's 10 s and the workers' grace of 40 s together, in ms. */
const STOP_WITHIN_MS = 60_000;

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
		if (await settlesWithin(stopWithinMs, running.stop())) {
			log.info('stopped');
			return code;
		}
		log.error({ stopWithinMs }, 'not everything stopped in time; what was under way goes on in another worker');
	} catch (error) {
		log.error({ err: error }, 'could not stop in order');
	}
	return EXIT.failed;
}

async function ending(running: Pick<RunningProcess, 'ended'>, log: Logger): Promise<ExitCode> {
	const over = new AbortController();
	const signals = ['SIGINT', 'SIGTERM'].map(async (signal) => {
		await once(process, signal, { signal: over.signal });
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
		over.abort();
	}
}
