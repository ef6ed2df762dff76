import type { ResponseInfo } from '../../api';
import { type KeyUse, limitFit, limitTodo, sharersText } from './shared-keys';

interface Warns {
	warn(fields: object, message: string): void;
}

/**
 * Compares the key's limit, as reported by the service, with the setting. Warns once per different value: a setting that
 * is too high causes 429, one that is too low wastes calls.
 */
export function rateLimitCheck(connection: string, key: KeyUse, log: Warns): (info: ResponseInfo) => void {
	let warnedOf: number | null = null;
	return ({ rateLimit }) => {
		const limit = rateLimit?.limit ?? null;
		if (limit === null || limit === warnedOf || limitFit(key, limit) === 'fits') return;
		warnedOf = limit;
		log.warn(
			{ connection, serviceLimit: limit, requestsPerMinute: key.requestsPerMinute },
			`${findingOf(connection, key, limit)} ${limitTodo(key, limit)} Workers reload it without a restart.`,
		);
	};
}

function findingOf(connection: string, key: KeyUse, limit: number): string {
	const { names, requestsPerMinute } = key;
	return names.length === 1
		? `The service allows ${limit} requests a minute with the key of connection ${connection}, but the setting requestsPerMinute is ${requestsPerMinute}.`
		: `The connections ${sharersText(key)} share this key. Together they are set to ${requestsPerMinute} requests a minute, but the service allows ${limit} with the key.`;
}
