import type { Client } from '@temporalio/client';

/**
 * Milliseconds after which an HTTP caller gets an error. The SDK itself would retry as long as Temporal is unavailable.
 * A repeat with the same key finds a start that was aborted here.
 */
const ANSWER_WITHIN_MS = 8_000;

/** The methods of a service that the gateway calls. Each sends a request to Temporal. */
type Calls<Service> = Record<keyof Service, (...args: never[]) => Promise<unknown>>;

/**
 * The same service with a time limit: a call fails if Temporal, or a worker behind it, does not respond in time. A
 * `waitFor(id, timeoutMs)` may take its `timeoutMs` in addition.
 */
export function withDeadline<Service extends object & Calls<Service>>(
	client: Pick<Client, 'withDeadline'>,
	service: Service,
): Service {
	return new Proxy(service, {
		get(target, name) {
			const method: unknown = Reflect.get(target, name);
			if (typeof method !== 'function') return method;
			return (...args: unknown[]) => {
				const waitMs = name === 'waitFor' && typeof args[1] === 'number' ? args[1] : 0;
				const call = async (): Promise<unknown> => await Reflect.apply(method, target, args);
				return client.withDeadline(Date.now() + ANSWER_WITHIN_MS + waitMs, call);
			};
		},
	});
}
