import pino, { type DestinationStream, type Logger } from 'pino';
import { censor, REDACTED_PATHS } from './redaction';

export type { Logger } from 'pino';

/** JSON lines on stdout, secrets taken out. `destination` is for tests. */
export function createLogger(options: { level: string }, destination?: DestinationStream): Logger {
	const settings: pino.LoggerOptions = {
		level: options.level,
		base: null,
		timestamp: pino.stdTimeFunctions.isoTime,
		formatters: { level: (label) => ({ level: label }) },
		redact: { paths: REDACTED_PATHS, censor },
	};
	return destination === undefined ? pino(settings) : pino(settings, destination);
}
