import { IllegalStateError } from '@temporalio/common';
import pino from 'pino';
import { installRuntime } from '../../../worker/bootstrap/runtime';
import type { Logger } from '../../../worker/log';

const SILENT = pino({ level: 'silent' });

let logOfNow: Logger = SILENT;
let installed = false;

/**
 * Temporal's runtime is one a process, and test files share processes: it is installed once, and logs to whoever asked for
 * it last.
 */
export function useRuntime(log: Logger = SILENT): void {
	logOfNow = log;
	if (installed) return;
	installed = true;
	try {
		installRuntime({
			log: new Proxy(SILENT, { get: (_, name) => Reflect.get(logOfNow, name, logOfNow) as unknown }),
		});
	} catch (error) {
		// A file before this one used the SDK without us, for example to replay a history.
		if (!(error instanceof IllegalStateError)) throw error;
	}
}
