/**
 * How long a server of ours keeps a connection without a request, in ms: longer than any usual balancer does, else the
 * balancer sends a request into a connection that is closing, and answers 502. AWS: 60 s, nginx: 60 s, Azure: 4 minutes,
 * Google Cloud: 600 s, which none of its users can change
 * (https://cloud.google.com/load-balancing/docs/https#timeouts_and_retries). Node's limit for headers (60 s) begins only
 * with a request.
 */
export const KEEP_ALIVE_MS = 620_000;
