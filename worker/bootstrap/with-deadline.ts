import type { Client } from '@temporalio/client';
import type { ResponseLimits } from '../temporal/response-limits';

/** The methods of a service that the gateway calls. Each sends a request to Temporal. */
type Calls<Service> = Record<keyof Service, (...args: never[]) => Promise<unknown>>;

/** Gives a service a time limit. */
export type WithDeadline = <Service extends object & Calls<Service>>(service: Service) => Service;

/**
 * The same services with a time limit: a call fails if Temporal, or a worker behind it, does not respond in time. A
 * repeat with the same key finds a start that was aborted here. A `waitFor(id, timeoutMs)` may take its `timeoutMs` in
 * addition.
 */
export function deadlines(
	client: Pick<Client, 'withDeadline'>,
	{ request }: Pick<ResponseLimits, 'request'>,
): WithDeadline {
	return (service) => withDeadline(client, service, request);
}

function withDeadline<Service extends object & Calls<Service>>(
	client: Pick<Client, 'withDeadline'>,
	service: Service,
	limitMs: number,
): Service {
	return new Proxy(service, {
		get(target, name) {
			const method: unknown = Reflect.get(target, name);
			if (typeof method !== 'function') return method;
			return (...args: unknown[]) => {
				const waitMs = name === 'waitFor' && typeof args[1] === 'number' ? args[1] : 0;
				const call = async (): Promise<unknown> => await Reflect.apply(method, target, args);
				return client.withDeadline(Date.now() + limitMs + waitMs, call);
			};
		},
	});
}
