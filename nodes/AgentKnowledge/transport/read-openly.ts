import type { ApiContext } from './context';
import { sentBy } from './send-once';
import { timing } from './timing';
import type { ReadOpenly } from './wrong-server';

/** Reads pages of the server itself, without the key. */
export function openReader(context: ApiContext): ReadOpenly {
	return async (url) => {
		const sent = await sentBy(async () => {
			const reply: unknown = await context.helpers.httpRequest({
				url,
				timeout: timing.lookMs,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
			});
			return reply;
		});
		return sent.answered ? { status: sent.status, body: sent.body } : null;
	};
}
