import type { LookUpAnswer } from '../../workflows/look-up/activities';
import { Problem } from '../problems/problem';

/** Refuses a mailbox that the agent has not. @throws Problem that names the field and the mailboxes there are */
export function checkSender(answer: LookUpAnswer, agentId: string, mailboxId: string | undefined): void {
	if (answer.outcome !== 'mailboxes') return;
	const { mailboxes } = answer;
	if (mailboxes.some(({ id, isDefault }) => (mailboxId === undefined ? isDefault : id === mailboxId))) return;
	const known = mailboxes.map(({ id, address }) => `${id} (${address})`).join(', ') || 'none';
	const message =
		mailboxId === undefined
			? `is needed, because the agent has no default mailbox; it has: ${known}`
			: `"${mailboxId}" is none of the agent's; it has: ${known}`;
	throw new Problem({
		type: 'unknown_mailbox',
		title: 'There is no such mailbox',
		status: 404,
		detail: `Nothing was done. mailboxId ${message}. The agent is ${agentId}.`,
		issues: [{ path: 'mailboxId', message }],
	});
}

export function unknownConversation(connection: string, agentId: string, sessionId: string): Problem {
	return new Problem({
		type: 'unknown_conversation',
		title: 'There is no such email conversation',
		status: 404,
		detail: `Nothing was done. On the connection "${connection}" the agent ${agentId} has no email conversation "${sessionId}". Check the id, or leave sessionId out to begin a new one.`,
		issues: [{ path: 'sessionId', message: `"${sessionId}" is unknown` }],
	});
}
