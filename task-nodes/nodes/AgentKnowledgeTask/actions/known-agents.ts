import { NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions } from 'n8n-workflow';
import { listAgents } from '../gateway/connections';
import type { TaskToStart } from '../gateway/tasks';
import type { ItemOutcome } from './settle-item';

/**
 * The gateway checks each task before it starts it. With several items that is too late: the third agent may be
 * unknown when the first two are in training already. So all are looked up first, one list for each connection.
 * Where a connection's key may not list agents, or there are more than a list holds, the gateway's own check of each
 * has to do.
 * @returns what is wrong, by item index
 */
export async function agentProblems(
	context: IExecuteFunctions,
	requests: ReadonlyArray<ItemOutcome<TaskToStart>>,
): Promise<Map<number, NodeOperationError>> {
	const problems = new Map<number, NodeOperationError>();
	if (requests.length < 2) return problems;
	const known = new Map<string, KnownAgents>();
	for (const [itemIndex, request] of requests.entries()) {
		const { connection, agentId } = request.ok ? request.value.input : {};
		if (typeof connection !== 'string' || typeof agentId !== 'string') continue;
		const agents = known.get(connection) ?? new KnownAgents(context, connection);
		known.set(connection, agents);
		if (await agents.lack(agentId)) problems.set(itemIndex, unknownAgent(context, itemIndex, connection, agentId));
	}
	return problems;
}

/** A connection's agents: as the gateway keeps them, and asked for anew, once, when one is not among them. */
class KnownAgents {
	private readonly lists = new Map<'kept' | 'fresh', Promise<ReadonlySet<string> | undefined>>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly connection: string,
	) {}

	/** @returns whether it is certain that there is no such agent */
	async lack(agentId: string): Promise<boolean> {
		for (const which of ['kept', 'fresh'] as const) {
			const list = this.lists.get(which) ?? this.read(which === 'fresh');
			this.lists.set(which, list);
			const ids = await list;
			if (ids === undefined || ids.has(agentId)) return false;
		}
		return true;
	}

	/** @returns undefined when not all agents could be listed */
	private async read(fresh: boolean): Promise<ReadonlySet<string> | undefined> {
		const [listed] = await Promise.allSettled([listAgents(this.context, this.connection, fresh)]);
		if (listed.status === 'rejected' || !listed.value.complete) return undefined;
		return new Set(listed.value.agents.map(({ id }) => id));
	}
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
