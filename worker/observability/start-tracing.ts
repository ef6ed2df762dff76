import type { Logger } from '../log';
import type { Tracing } from './tracing';

/** Loads OpenTelemetry if the configuration has an endpoint for traces; else returns null. */
export async function startTracing(endpoint: string | undefined, log: Logger): Promise<Tracing | null> {
	if (endpoint === undefined) return null;
	const { openTelemetry } = await import('./traces/open-telemetry.js');
	return openTelemetry(endpoint, log);
}
