import { z } from 'zod';
import type { Json } from '../../support/stack/execution';
import type { N8nClient } from '../../../scripts/n8n/rest-client.mjs';

const startedSchema = z.object({ executionId: z.string() });

export interface ToolCall {
	/** The chat trigger of the flow, and what was said to it. */
	chat: { node: string; says: string };
	/** The tool's node, and what a model would give it. */
	tool: { node: string; input: Json };
}

/**
 * Runs one tool of an AI Agent node, as the button "Execute step" of the tool does: n8n puts its tool executor into the
 * place of the agent, and no model is asked.
 * @returns the id of the execution
 */
export async function runTool(client: N8nClient, workflowId: string, { chat, tool }: ToolCall): Promise<string> {
	// By this name a model knows it.
	const name = tool.node.replaceAll(' ', '_');
	const said = { json: { action: 'sendMessage', sessionId: 'a-session', chatInput: chat.says } };
	const ran = { startTime: 0, executionIndex: 0, executionTime: 0, executionStatus: 'success', source: [] };
	const started = await client.request('POST', `/rest/workflows/${workflowId}/run`, {
		workflowData: await client.request('GET', `/rest/workflows/${workflowId}`),
		destinationNode: { nodeName: tool.node, mode: 'inclusive' },
		runData: { [chat.node]: [{ ...ran, data: { main: [[said]] } }] },
		dirtyNodeNames: [],
		agentRequest: { query: { [name]: tool.input }, tool: { name } },
	});
	return startedSchema.parse(started).executionId;
}
