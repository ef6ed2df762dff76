import { operations } from '../../api';
import type { Email } from '../email/create-email';
import type { MailPreview } from '../email/compose-mail';
import { problems } from '../problems/problems';
import { mayAccess } from '../account/api-keys';
import { parsePart } from '../problems/parse-part';
import type { AgentsRepository } from '../database/agents-repository';
import type { ApiKey } from '../database/api-keys-repository';
import type { ToolCall } from './mcp-tools';

export interface MailToAuthorize {
	mail: MailPreview;
	/** Sends just that mail; left out: the call itself does. */
	send?: () => unknown;
}

/**
 * The mail that a call would send; null when it sends none, or has been answered before.
 *
 * @throws ApiProblem what the call itself would answer
 */
export function mailToAuthorize(
	{ email, agents, key }: { email: Email; agents: AgentsRepository; key: ApiKey },
	call: ToolCall,
): MailToAuthorize | null {
	if (call.operation !== 'queueEmailReply' && call.operation !== 'actOnMailbox') return null;
	const agent = mayAccess(key, call.params.id) ? agents.find(call.params.id) : undefined;
	if (!agent) throw problems.notFound('agent');
	if (call.operation === 'queueEmailReply') {
		const body = parsePart(operations.queueEmailReply.body.schema, call.body, 'body');
		if (email.replies.answered(agent, body)) return null;
		const mail = email.replies.preview(agent, body);
		return { mail, send: () => email.replies.queue(agent, body, mail) };
	}
	const body = parsePart(operations.actOnMailbox.body.schema, call.body, 'body');
	if (body.action !== 'test-forwarding' && body.action !== 'test-sending') return null;
	return { mail: email.testMails.preview(email.mailboxes.find(agent, body.mailboxId), body.action) };
}
