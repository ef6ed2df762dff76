import type { EmailOutcome, EmailResult } from './contract';
import type { EmailTask } from './email-task';

/** Who decided what, and what came of it. */
export function resultOf(
	{ state, input }: EmailTask,
	outcome: EmailOutcome,
	autoReplies?: EmailResult['autoReplies'],
): EmailResult {
	const { approved, sender, sendRounds, uncertain } = state;
	return {
		version: 1,
		agentId: input.agentId,
		outcome,
		sessionId: state.sessionId,
		deliveryId: state.deliveryId,
		approved: approved && sender && frozen(approved, sender),
		outcomes: state.outcomes,
		detail: outcome === 'not_followed' ? (state.detail ?? null) : null,
		decisions: state.decisions,
		autoReplies: autoReplies ?? { asked: state.resumeAutoReplies, resumed: false, detail: null },
		audit: { sendRounds, uncertain },
	};
}

type Frozen = NonNullable<EmailResult['approved']>;

function frozen(
	{ to, cc, subject, content, hash }: Omit<Frozen, 'mailboxId' | 'from'>,
	{ mailboxId, address: from }: { mailboxId: string; address: string },
): Frozen {
	return { to, cc, subject, content, hash, mailboxId, from };
}
