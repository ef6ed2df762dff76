import { type RunningGateway, startGateway } from '..';
import type { GatewayServices } from '../services';

/** A gateway that stands while the services behind it change, because its start costs more than most tests. */
export interface StandingGateway extends RunningGateway {
	/** From now on these services answer. The configuration, the log and what is no object stay as at the start. */
	replace: (services: GatewayServices) => void;
}

export async function startStandingGateway(services: GatewayServices): Promise<StandingGateway> {
	let current = services;
	const { config, hooks, logger } = services;
	const running = await startGateway({ ...behind(() => current), config, hooks, logger });
	return {
		...running,
		replace(next) {
			current = next;
		},
	};
}

/** Stands for an object, whichever it is now, and for all objects in it. */
function behind<Service extends object>(look: () => Service): Service {
	return new Proxy(look(), {
		get(_first, name) {
			const now = look();
			const part: unknown = Reflect.get(now, name, now);
			if (typeof part === 'function') return part.bind(now) as unknown;
			if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
			return behind(() => Reflect.get(look(), name) as object);
		},
	});
}
