import { operations } from '../../api';
import type { Email } from '../email/create-email';
import type { MailPreview } from '../email/mail-preview';
import { problems } from '../errors/problems';
import { mayAccess } from '../keys/api-keys';
import { parsePart } from '../operations/parse-part';
import type { AgentsRepository } from '../repositories/agents-repository';
import type { ApiKey } from '../repositories/api-keys-repository';
import type { ToolCall } from './mcp-tools';

export interface MailToAuthorize {
	mail: MailPreview;
	/** The call with recipients fixed to those the user sees. */
	call: ToolCall;
}

/**
 * The mail that a call would send; null when it sends none.
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
		const mail = email.replies.preview(agent, body);
		return { mail, call: { ...call, body: { ...body, to: mail.to, cc: mail.cc } } };
	}
	const body = parsePart(operations.actOnMailbox.body.schema, call.body, 'body');
	if (body.action !== 'test-forwarding' && body.action !== 'test-sending') return null;
	return { mail: email.testMails.preview(email.mailboxes.find(agent, body.mailboxId), body.action), call };
}
