import type { ResponseInfo } from '../../api';
import { type KeyUse, limitFit, limitTodo, settingText } from './shared-keys';

interface Warns {
	warn(fields: object, message: string): void;
}

/**
 * Compares the key's limit, as reported by the service, with the setting. Warns once per different value: a setting that
 * is too high causes 429, one that is too low wastes calls.
 */
export function warnOfOtherLimit(connection: string, key: KeyUse, log: Warns): (info: ResponseInfo) => void {
	let warnedOf: number | null = null;
	return ({ rateLimit }) => {
		const limit = rateLimit?.limit ?? null;
		if (limit === null || limit === warnedOf || limitFit(key, limit) === 'fits') return;
		warnedOf = limit;
		log.warn(
			{ connection, serviceLimit: limit, requestsPerMinute: key.requestsPerMinute },
			`The service allows ${limit} calls a minute with the key of connection ${connection}. ${settingText(key)}. ${limitTodo(key, limit)} Workers reload it without a restart.`,
		);
	};
}
