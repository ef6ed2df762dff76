import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { operations } from '../../api';
import type { ApiKeys } from '../account/api-keys';
import type { AgentsRepository } from '../database/agents-repository';
import type { ApiKey } from '../database/api-keys-repository';
import type { MailPreview } from '../email/compose-mail';
import type { Email } from '../email/create-email';
import type { Implementation } from '../operations/implement';
import { ApiProblem, problems } from '../problems/problems';
import { type AuthorizationPrompt, canAsk, isAuthorized, mailToAuthorize } from './authorize-mail';
import { MCP_TOOLS, type ToolCall } from './mcp-tools';

export interface McpServices {
	apiKeys: ApiKeys;
	agents: AgentsRepository;
	email: Email;
	/** The operations of the customer API. A tool does what its operation does. */
	implementations: ReadonlyMap<string, Implementation>;
}

/** An MCP server for one session of one key. */
export function createMcpServer(services: McpServices, keyId: string): McpServer {
	const server = new McpServer({ name: 'agent-knowledge', title: 'Agent Knowledge sandbox', version: '1.0.0' });
	for (const { name, title, description, input, call } of MCP_TOOLS) {
		server.registerTool(name, { title, description, inputSchema: input }, async (args, { requestId, signal }) => {
			try {
				return await runTool(services, keyId, call(args), { server, requestId, signal });
			} catch (error) {
				if (error instanceof ApiProblem) return toolRefusal(error);
				throw error;
			}
		});
	}
	return server;
}

async function runTool(
	services: McpServices,
	keyId: string,
	call: ToolCall,
	asking: AuthorizationPrompt,
): Promise<CallToolResult> {
	const key = permittedKey(services, keyId, call);
	const sending = mailToAuthorize({ ...services, key }, call);
	if (sending) await requireAuthorization(key, sending.mail, asking);
	// The key may have been revoked while the user was reading.
	const current = permittedKey(services, keyId, call);
	return toolResult(await (sending?.send?.() ?? run(services, current, call)));
}

/** @throws ApiProblem unauthorized, insufficient_scope */
function permittedKey({ apiKeys }: McpServices, keyId: string, { operation }: ToolCall): ApiKey {
	const key = apiKeys.requireActive(keyId);
	const { scope } = operations[operation];
	if (!key.scopes.includes(scope)) throw problems.insufficientScope(scope);
	return key;
}

/** @throws ApiProblem authorization_needed, authorization_declined */
async function requireAuthorization(key: ApiKey, mail: MailPreview, asking: AuthorizationPrompt): Promise<void> {
	if (canAsk(asking)) {
		if (!(await isAuthorized(asking, mail))) throw mcpProblems.notAuthorized();
	} else if (!key.mcpSendsUnasked) throw mcpProblems.cannotAsk();
}

function run({ implementations }: McpServices, key: ApiKey, { operation, params, query, body }: ToolCall): unknown {
	return implementations.get(operation)?.answer({ params, query, body, key, fault: null });
}

/** The result of an operation, for a program and for a reader. */
function toolResult(answer: unknown): CallToolResult {
	return { content: [{ type: 'text', text: JSON.stringify(answer, null, 2) }] };
}

/** A refusal with the API's own texts, so that the assistant can correct the call. */
function toolRefusal(problem: ApiProblem): CallToolResult {
	return { ...toolResult(problem), isError: true };
}

const mcpProblems = {
	cannotAsk: () =>
		new ApiProblem({
			type: 'authorization_needed',
			title: 'The user has to authorize this email',
			status: 403,
			detail:
				'Nothing was sent: this tool sends a real email, and your client cannot ask its user. Use a client that supports ' +
				'elicitation, or send the reply from the dashboard or the API. The owner of this API key can also allow sending ' +
				'without asking, on the API keys page of the dashboard.',
		}),
	notAuthorized: () =>
		new ApiProblem({
			type: 'authorization_declined',
			title: 'The user did not authorize this email',
			status: 403,
			detail: 'Nothing was sent. Change the message or the recipients as the user wishes before asking again.',
		}),
};
