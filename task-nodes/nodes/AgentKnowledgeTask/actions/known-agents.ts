import { NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions } from 'n8n-workflow';
import { listAgents } from '../gateway/connections';
import type { TaskToStart } from '../gateway/tasks';
import type { ItemOutcome } from './settle-item';

/**
 * The gateway checks each task before it starts it. With several items that is too late: the third agent may be
 * unknown when the first two are in training already. So all are looked up first, one list for each connection.
 * Where a connection's key may not list agents, the gateway's own check of each has to do.
 * @returns what is wrong, by item index
 */
export async function agentProblems(
	context: IExecuteFunctions,
	requests: ReadonlyArray<ItemOutcome<TaskToStart>>,
): Promise<Map<number, NodeOperationError>> {
	const problems = new Map<number, NodeOperationError>();
	if (requests.length < 2) return problems;
	const known = new Map<string, Promise<ReadonlySet<string> | undefined>>();
	for (const [itemIndex, request] of requests.entries()) {
		const { connection, agentId } = request.ok ? request.value.input : {};
		if (typeof connection !== 'string' || typeof agentId !== 'string') continue;
		const listed = known.get(connection) ?? agentIds(context, connection);
		known.set(connection, listed);
		const ids = await listed;
		if (ids !== undefined && !ids.has(agentId))
			problems.set(itemIndex, unknownAgent(context, itemIndex, connection, agentId));
	}
	return problems;
}

async function agentIds(context: IExecuteFunctions, connection: string): Promise<ReadonlySet<string> | undefined> {
	const [listed] = await Promise.allSettled([listAgents(context, connection)]);
	return listed.status === 'fulfilled' ? new Set(listed.value.map(({ id }) => id)) : undefined;
}

function unknownAgent(
	context: IExecuteFunctions,
	itemIndex: number,
	connection: string,
	agentId: string,
): NodeOperationError {
	return new NodeOperationError(
		context.getNode(),
		`The connection "${connection}" has no agent "${agentId}" (item ${itemIndex})`,
		{
			itemIndex,
			description:
				'Choose the Agent from the list, or correct the expression. The API key of the connection may be restricted to other agents. Nothing was started for this item.',
		},
	);
}
