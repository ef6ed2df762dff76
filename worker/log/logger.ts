import pino, { type DestinationStream, type LogFn, type Logger } from 'pino';
import { errorInLog, isError } from './error-in-log';
import { censor, REDACTED_PATHS } from './redaction';

export type { Logger } from 'pino';

/**
 * JSON lines on stdout, secrets taken out. Of an error its type, code, status and place are logged, never its message:
 * see `ErrorInLog`. Whoever knows that a message is the program's own writes it as the line's text.
 * @param destination for tests
 */
export function createLogger(options: { level: string }, destination?: DestinationStream): Logger {
	const settings: pino.LoggerOptions = {
		level: options.level,
		base: null,
		timestamp: pino.stdTimeFunctions.isoTime,
		formatters: { level: (label) => ({ level: label }), log: withoutWords },
		hooks: { logMethod: nameFailure },
		redact: { paths: REDACTED_PATHS, censor },
	};
	return destination === undefined ? pino(settings) : pino(settings, destination);
}

/** In place of each error what may be logged of it. */
function withoutWords(fields: Record<string, unknown>): Record<string, unknown> {
	const shown = Object.entries(fields).map(([name, value]) => [name, isError(value) ? errorInLog(value) : value]);
	return Object.fromEntries(shown) as Record<string, unknown>;
}

/** An error that is logged without a text would have its message for one. */
function nameFailure(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
	const [fields, text]: unknown[] = args;
	const bare = isError(fields) ? { err: fields } : fields;
	const failed = text === undefined && typeof bare === 'object' && bare !== null && 'err' in bare;
	if (failed) method.call(this, bare, 'failed');
	else method.apply(this, args);
}
