import { hostOf } from '../net/allowed-host';
import { webhookReach } from '../net/webhook-target';
import { Problem, type ProblemIssue } from '../problems/problem';

interface Refusal {
	/** The field of the address. Default: `url` */
	path?: string;
	/** Whether the caller may know the allowed hosts, which are the receivers of everybody. Default: true */
	isNamed?: boolean;
}

/**
 * Refuses an address that may not receive events, before anything is stored. The worker resolves its name when it sends an
 * event.
 * @throws Problem 400 at this field
 */
export function checkWebhookUrl(
	url: string,
	webhookHosts: readonly string[],
	{ path = 'url', isNamed = true }: Refusal = {},
): void {
	if (webhookReach(url, webhookHosts) !== null) return;
	const host = hostOf(url);
	const message =
		host === null
			? 'must be an http:// or https:// address without user and password'
			: `leads to ${host}, which is not allowed${isNamed ? ` (allowed: ${webhookHosts.join(', ') || 'no host'})` : ''}. If this is your receiver, add ${host} to events.webhookHosts in the configuration file of gateway and workers, then restart them`;
	throw invalidReceiver([{ path, message }]);
}

/** The gateway's configuration has no mail server. */
export function noMailServer(): Problem {
	return invalidReceiver([
		{ path: 'format', message: 'email needs a mail server: set mail.smtpUrl and mail.from in the configuration' },
	]);
}

export function invalidReceiver(issues: ProblemIssue[]): Problem {
	return new Problem({
		type: 'invalid_request',
		title: 'The receiver of the events is not allowed',
		status: 400,
		detail: `Nothing was done. ${issues.map(({ path, message }) => `${path} ${message}`).join('; ')}.`,
		issues,
	});
}
