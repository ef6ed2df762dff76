import { z } from 'zod';
import { baseUrl, listenAddress } from './fields';

/** What can be seen of the processes from outside. */
export const telemetrySchema = z.strictObject({
	/** IP:port on which Temporal's own metrics are served for Prometheus, at /metrics; left out: nowhere. */
	metricsAddress: listenAddress.optional(),
	/**
	 * IP:port on which a process with a gateway serves /metrics, /readyz and /healthz, without a token. Default: the port
	 * after the gateway's, on 127.0.0.1.
	 */
	gatewayAddress: listenAddress.optional(),
	/** The same of a worker without a gateway. Default: nowhere. */
	workerAddress: listenAddress.optional(),
	/** The OTLP/HTTP address that traces are sent to; left out: nothing of OpenTelemetry is loaded. */
	tracesEndpoint: baseUrl
		.refine((url) => !url.endsWith('/v1/traces'), 'must be given without /v1/traces; it is added')
		.optional(),
});
