import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { MailPreview } from '../email/compose-mail';

/** A person needs time to read; then nothing is sent. */
const ANSWER_WITHIN_MS = 10 * 60_000;

export interface Asking {
	server: McpServer;
	/** The tool call that asks: the question goes to where its answer goes. */
	requestId: RequestId;
	signal: AbortSignal;
}

/** Whether the client can put a form before its user. */
export function canAsk({ server }: Pick<Asking, 'server'>): boolean {
	return server.server.getClientCapabilities()?.elicitation?.form !== undefined;
}

/** Asks the user to authorize message and recipients (specification, part 4). Anything but a clear yes is a no. */
export async function isAuthorized({ server, requestId, signal }: Asking, mail: MailPreview): Promise<boolean> {
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
