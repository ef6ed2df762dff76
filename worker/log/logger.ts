import pino, { type DestinationStream, type LogFn, type Logger } from 'pino';
import { escapedJson } from '../../api';
import { errorInLog, isError } from './error-in-log';
import { censor, REDACTED_PATHS } from './redaction';

export type { Logger } from 'pino';

/**
 * Logs JSON lines to stdout without secrets. Logs the type, code, status and place of an error, never its message: see
 * `ErrorInLog`. If the message is certainly the program's own, pass it as the text of the line.
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
	const out = destination ?? pino.destination({ dest: 1, sync: true });
	// pino escapes what JSON must. A terminal also obeys other characters, which visitors and servers can send.
	return pino(settings, {
		write(line) {
			out.write(escapedJson(line));
		},
	});
}

/** Replaces each error by its loggable parts. */
function withoutWords(fields: Record<string, unknown>): Record<string, unknown> {
	const shown = Object.entries(fields).map(([name, value]) => [name, isError(value) ? errorInLog(value) : value]);
	return Object.fromEntries(shown) as Record<string, unknown>;
}

/** Without a text, an error's message would become the text of the line. */
function nameFailure(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
	const [fields, text]: unknown[] = args;
	const bare = isError(fields) ? { err: fields } : fields;
	const failed = text === undefined && typeof bare === 'object' && bare !== null && 'err' in bare;
	if (failed) method.call(this, bare, 'failed');
	else method.apply(this, args);
}
