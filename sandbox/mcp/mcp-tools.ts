import { z } from 'zod';
import {
	emailAutoRepliesBodySchema,
	emailConversationCreateBodySchema,
	emailReplyBodySchema,
	mailboxActionBodySchema,
	mailboxSettingsSchema,
} from '../../api';
import type { AgentOperationId } from '../operations/implement';

/** A call of an operation of the contract. The operation itself validates it. */
export interface ToolCall {
	operation: AgentOperationId;
	params: { id: string; sessionId?: string };
	query: Record<string, unknown>;
	body: Record<string, unknown> | undefined;
}

export interface McpTool {
	name: string;
	title: string;
	description: string;
	/** An unknown argument (for example bcc) is refused, not ignored. */
	input: z.ZodObject;
	/** @param args as `input` describes them */
	call: (args: unknown) => ToolCall;
}

function tool<Input extends z.ZodObject>(
	{ input, ...words }: Omit<McpTool, 'input' | 'call'> & { input: Input },
	call: (args: z.output<Input>) => ToolCall,
): McpTool {
	return { ...words, input, call: (args) => call(input.parse(args)) };
}

const agentId = z.string().min(1).describe('Id of the agent');
const sessionId = z.string().min(1).describe('The conversation, as email:<conversation id>');
const actions = mailboxActionBodySchema.options.map(({ shape }) => shape.action.value);

const onAgent = (operation: AgentOperationId, id: string, more: Partial<ToolCall> = {}): ToolCall => ({
	operation,
	params: { id },
	query: {},
	body: undefined,
	...more,
});

/** The email tools (specification, part 4), each a call of the customer API. */
export const MCP_TOOLS: readonly McpTool[] = [
	tool(
		{
			name: 'list_email_mailboxes',
			title: 'List email mailboxes',
			description: 'Lists the mailboxes of an agent with status, allowance and available tools.',
			input: z.strictObject({
				agentId,
				mailboxId: z.string().optional().describe('Id of one mailbox. Default: every mailbox of the agent'),
			}),
		},
		({ agentId: id, ...query }) => onAgent('listMailboxes', id, { query }),
	),
	tool(
		{
			name: 'manage_email_mailbox',
			title: 'Manage an email mailbox',
			description:
				'Creates, checks, tests, activates, disconnects, reconnects, updates or deletes a mailbox. test-forwarding and ' +
				'test-sending send a real email. The action delete is permanent.',
			input: z.strictObject({
				agentId,
				action: z.enum([...actions, 'delete']),
				mailboxId: z.string().optional().describe('Required for every action except create'),
				address: z.string().optional().describe('For create'),
				name: z.string().optional().describe('For create'),
				settings: mailboxSettingsSchema.optional().describe('For update'),
				enabled: z.boolean().optional().describe('For mail-from'),
			}),
		},
		({ agentId: id, ...body }) =>
			body.action === 'delete'
				? onAgent('deleteMailbox', id, { query: { mailboxId: body.mailboxId } })
				: onAgent('actOnMailbox', id, { body }),
	),
	tool(
		{
			name: 'create_email_conversation',
			title: 'Create an email conversation',
			description: 'Creates an empty email conversation with a person. Sends nothing.',
			input: z.strictObject({ agentId, ...emailConversationCreateBodySchema.shape }),
		},
		({ agentId: id, ...body }) => onAgent('createEmailConversation', id, { body }),
	),
	tool(
		{
			name: 'send_email_reply',
			title: 'Send an email reply',
			description:
				'After the user has authorized message and recipients, sends a real email in a conversation. Pauses automatic ' +
				'replies. Queued means saved, not delivered: read the conversation for the outcome. Retry only with the same ' +
				'idempotencyKey and the same content. After a timeout, never use a new key.',
			input: z.strictObject({ agentId, ...emailReplyBodySchema.shape }),
		},
		({ agentId: id, ...body }) => onAgent('queueEmailReply', id, { body }),
	),
	tool(
		{
			name: 'get_email_conversation',
			title: 'Read an email conversation',
			description: 'Reads the recipients, the outcome for each address and the review state of an email conversation.',
			input: z.strictObject({ agentId, sessionId }),
		},
		({ agentId: id, ...params }) => onAgent('getEmailConversation', id, { params: { id, ...params } }),
	),
	tool(
		{
			name: 'set_email_conversation_ai',
			title: 'Pause or resume automatic replies',
			description: 'Resumes (resume: true) or pauses (resume: false) automatic replies in an email conversation.',
			input: z.strictObject({ agentId, sessionId, ...emailAutoRepliesBodySchema.shape }),
		},
		({ agentId: id, sessionId: session, ...body }) =>
			onAgent('setEmailAutoReplies', id, { params: { id, sessionId: session }, body }),
	),
];
