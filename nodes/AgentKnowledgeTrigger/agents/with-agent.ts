import type { IDataObject } from 'n8n-workflow';

/** The specification shows no agent in some records. What the service says there stays. */
export function withAgent(item: IDataObject, agentId: string): IDataObject {
	return item['agentId'] === undefined || item['agentId'] === null ? { ...item, agentId } : item;
}
