import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { operations } from '../../api';
import type { Email } from '../email/create-email';
import type { MailPreview } from '../email/compose-mail';
import { ApiProblem, problems } from '../problems/problems';
import type { ApiKeys } from '../account/api-keys';
import type { Implementation } from '../operations/answer';
import type { AgentsRepository } from '../database/agents-repository';
import type { ApiKey } from '../database/api-keys-repository';
import { type Asking, canAsk, isAuthorized } from './ask-user';
import { mailToAuthorize } from './mail-to-authorize';
import { MCP_TOOLS, type ToolCall } from './mcp-tools';
import { mcpProblems, toolRefusal, toolResult } from './tool-result';

export interface McpServices {
	apiKeys: ApiKeys;
	agents: AgentsRepository;
	email: Email;
	/** Of the customer API: a tool does what its operation does. */
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

async function runTool(services: McpServices, keyId: string, call: ToolCall, asking: Asking): Promise<CallToolResult> {
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
async function requireAuthorization(key: ApiKey, mail: MailPreview, asking: Asking): Promise<void> {
	if (canAsk(asking)) {
		if (!(await isAuthorized(asking, mail))) throw mcpProblems.notAuthorized();
	} else if (!key.mcpSendsUnasked) throw mcpProblems.cannotAsk();
}

function run({ implementations }: McpServices, key: ApiKey, { operation, params, query, body }: ToolCall): unknown {
	return implementations.get(operation)?.answer({ params, query, body, key, fault: null });
}
