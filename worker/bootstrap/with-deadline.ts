import type { Client } from '@temporalio/client';

/**
 * The SDK repeats calls for as long as Temporal is away; somebody who asks over HTTP is told after these ms instead.
 * A start that was cut off is found again by its key.
 */
const ANSWER_WITHIN_MS = 8_000;

/** The methods of a service that the gateway calls: each asks Temporal. */
type Calls<Service> = Record<keyof Service, (...args: never[]) => Promise<unknown>>;

/**
 * The same service, whose calls fail when Temporal, or a worker that answers for it, does not answer in time.
 * A `waitFor(id, timeoutMs)` gets the time that it waits on top.
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
