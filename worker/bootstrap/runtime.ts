import type { LogLevel, LogMetadata, Logger as TemporalLogger } from '@temporalio/common';
import { Runtime } from '@temporalio/worker';
import { errorInLog, isError, type Logger } from '../log';

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error';

export interface RuntimeSettings {
	log: Logger;
	/** IP:port for Temporal's own Prometheus metrics. Default: not served. */
	metricsAddress?: string | undefined;
}

/**
 * Call once per process, before the first connection. Sends Temporal's logs to our log. The process handles its signals
 * itself.
 * @throws Error that names the setting if the metrics cannot be served at their address
 */
export function installRuntime({ log, metricsAddress }: RuntimeSettings): void {
	try {
		Runtime.install({
			logger: pinoLogger(log),
			shutdownSignals: [],
			telemetryOptions: {
				logging: { filter: { core: 'WARN', other: 'WARN' }, forward: {} },
				...(metricsAddress === undefined ? {} : { metrics: { prometheus: { bindAddress: metricsAddress } } }),
			},
		});
	} catch (cause) {
		if (metricsAddress === undefined) throw cause;
		throw new Error(
			`The process cannot serve Temporal's metrics at ${metricsAddress}. Choose another telemetry.metricsAddress, or remove the setting.`,
			{ cause },
		);
	}
}

/**
 * Temporal's logger on top of ours. Its `meta` holds ids, attempts and errors, and passes our redaction. Some texts of
 * the SDK end with an error's message, which a service may have written: the logger removes it.
 */
export function pinoLogger(log: Logger): TemporalLogger {
	const at = (level: Level) => (message: string, meta?: LogMetadata) => {
		// The SDK traces every task and every poll.
		if (!log.isLevelEnabled(level)) return;
		const given: unknown = meta;
		const shown: Record<string, unknown> = isError(given) ? { error: given } : { ...meta };
		const { error, ...fields } = shown;
		const text = withoutMessages(message, [error, ...Object.values(fields)]);
		log[level](error === undefined ? fields : { ...fields, err: error }, text);
	};
	const levels = { trace: at('trace'), debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
	return {
		...levels,
		log: (level: LogLevel, message: string, meta?: LogMetadata) => levels[pinoLevel(level)](message, meta),
	};
}

function withoutMessages(text: string, values: readonly unknown[]): string {
	return values.filter(isError).reduce((left, error) => {
		const message: unknown = Reflect.get(error, 'message');
		return typeof message === 'string' && message !== '' ? left.replaceAll(message, errorInLog(error).type) : left;
	}, text);
}

function pinoLevel(level: LogLevel): Level {
	const levels: Record<LogLevel, Level> = {
		TRACE: 'trace',
		DEBUG: 'debug',
		INFO: 'info',
		WARN: 'warn',
		ERROR: 'error',
	};
	return levels[level];
}
