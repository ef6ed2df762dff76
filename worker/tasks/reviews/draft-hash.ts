import { createHash } from 'node:crypto';
import type { Draft } from '../../../workflows/email/contract';

export interface SealedDraft extends Draft {
	agentId: string;
	mailboxId: string;
	sessionId: string | null;
}

/** SHA-256 over all that a person approves. */
export function draftHash({ agentId, mailboxId, sessionId, to, cc, subject, content }: SealedDraft): string {
	const parts = JSON.stringify([agentId, mailboxId, sessionId, to, cc, subject, content]);
	return createHash('sha256').update(parts).digest('base64url');
}
