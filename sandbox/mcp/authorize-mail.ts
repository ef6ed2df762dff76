import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import { operations } from '../../api';
import { mayAccess } from '../account/api-keys';
import type { AgentsRepository } from '../database/agents-repository';
import type { ApiKey } from '../database/api-keys-repository';
import type { MailPreview } from '../email/compose-mail';
import type { Email } from '../email/create-email';
import { parsePart } from '../problems/parse-part';
import { problems } from '../problems/problems';
import type { ToolCall } from './mcp-tools';

export interface MailToAuthorize {
	mail: MailPreview;
	/** Sends exactly that mail. Default: the call itself sends it. */
	send?: () => unknown;
}

/**
 * The mail that a call would send. Null if it sends none, or already has a stored response.
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

/** Time for a person to read the mail. After it, nothing is sent. */
const ANSWER_WITHIN_MS = 10 * 60_000;

export interface AuthorizationPrompt {
	server: McpServer;
	/** The tool call that asks the user. The prompt uses the same stream as its result. */
	requestId: RequestId;
	signal: AbortSignal;
}

/** Whether the client can show a form to its user. */
export function canAsk({ server }: Pick<AuthorizationPrompt, 'server'>): boolean {
	return server.server.getClientCapabilities()?.elicitation?.form !== undefined;
}

/** Asks the user to authorize message and recipients (specification, part 4). Only a clear yes counts as a yes. */
export async function isAuthorized(
	{ server, requestId, signal }: AuthorizationPrompt,
	mail: MailPreview,
): Promise<boolean> {
	const { action, content } = await server.server.elicitInput(
		{
			message: describe(mail),
			requestedSchema: {
				type: 'object',
				properties: { send: { type: 'boolean', title: 'Send this email', default: false } },
				required: ['send'],
			},
		},
		{ relatedRequestId: requestId, signal, timeout: ANSWER_WITHIN_MS },
	);
	return action === 'accept' && content?.['send'] === true;
}

function describe({ from, to, cc, subject, text }: MailPreview): string {
	return [
		'Send this real email?',
		'',
		`From: ${from}`,
		`To: ${to.join(', ')}`,
		...(cc.length > 0 ? [`Cc: ${cc.join(', ')}`] : []),
		`Subject: ${subject}`,
		'',
		text,
	].join('\n');
}
