import { z } from 'zod';
import { baseUrl, listenAddress } from './fields';

/** What can be seen of the processes from outside. */
export const telemetrySchema = z.strictObject({
	/** IP:port on which Temporal's own metrics are served for Prometheus, at /metrics; left out: nowhere. */
	metricsAddress: listenAddress.optional(),
	/** IP:port on which a worker without a gateway serves its metrics, at /metrics; a gateway has them on its own port. */
	workerAddress: listenAddress.optional(),
	/** The OTLP/HTTP address that traces are sent to; left out: nothing of OpenTelemetry is loaded. */
	tracesEndpoint: baseUrl
		.refine((url) => !url.endsWith('/v1/traces'), 'must be given without /v1/traces; it is added')
		.optional(),
});
