import { randomBytes, randomUUID } from 'node:crypto';
import type { Repositories } from '../../database/repositories';
import { MAILBOX_TOOLS } from '../../email/mailboxes';
import { isoTime } from './business-hours';

const DAY_MS = 86_400_000;

export interface ShopMailbox {
	agentId: string;
	address: string;
	name: string;
}

/** Creates an active mailbox, which can send at once: by the configured mail server or the sandbox's own. */
export function seedMailbox(
	{ mailboxes }: Pick<Repositories, 'mailboxes'>,
	mailbox: ShopMailbox,
	days: number,
	now: number,
): void {
	const since = isoTime(now - days * DAY_MS);
	mailboxes.insert({
		id: `mbx_${randomUUID()}`,
		...mailbox,
		status: 'active',
		isDefault: true,
		aiEnabled: true,
		instructions: 'Answer briefly, and offer a repair before a return.',
		signature: 'Harbour & Pine, at the harbour',
		toolAllowlist: MAILBOX_TOOLS.map(({ name }) => name),
		mailFrom: false,
		forwardingToken: randomBytes(16).toString('hex'),
		activatedAt: since,
		receivingVerifiedAt: since,
		lastReceivedAt: isoTime(now - 2 * DAY_MS),
		testSentAt: since,
		createdAt: since,
		updatedAt: since,
	});
}
