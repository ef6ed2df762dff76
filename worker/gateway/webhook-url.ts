import { hostOf } from '../net/allowed-host';
import { webhookReach } from '../net/webhook-target';
import { Problem } from '../problems/problem';

/**
 * Refuses an address that events may not be sent to, before anything is kept. Where its name leads is looked at when
 * something is sent. @throws Problem 400 with the issue path url
 */
export function checkWebhookUrl(url: string, webhookHosts: readonly string[]): void {
	if (webhookReach(url, webhookHosts) !== null) return;
	const host = hostOf(url);
	const message =
		host === null
			? 'must be an http:// or https:// address without user and password'
			: `leads to ${host}, which is not allowed; add ${host} to events.webhookHosts if it is a receiver of yours`;
	throw new Problem({
		type: 'invalid_request',
		title: 'The address of the webhook is not allowed',
		status: 400,
		detail: `Nothing was done. url ${message}.`,
		issues: [{ path: 'url', message }],
	});
}
