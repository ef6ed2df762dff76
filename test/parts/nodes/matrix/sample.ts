import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { MailboxAction, OperationId } from '../../../../api';
import type { World } from './world';

/** What one run of the node is given. */
export interface Prepared {
	/** With every optional field set, so that the contract's test sees each of them sent. */
	fields: INodeParameters;
	items: INodeExecutionData[];
	/** How often the write took effect, by what is there now. */
	effects?: () => Promise<number>;
}

/** How one operation of the node is tried (test/parts/nodes/matrix.test.ts, test/parts/nodes/contract.test.ts). */
export interface Sample {
	operation: string;
	/** The endpoint that does the operation's work: it is made to fail, and its scope is taken away. */
	endpoint: OperationId;
	/** With POST email, which action it is. */
	action?: MailboxAction;
	/** Makes what is needed for so many items; the items' JSON has the agent as `agent`. */
	prepare: (world: World, count: number) => Promise<Prepared>;
	/** JSON that makes an item fail. Default: an unknown agent. Null: no field can. */
	broken?: IDataObject | null;
	/** It needs no agent. */
	agentless?: true;
	/** Requests of an undisturbed run, if they are more than one: a list is read until nothing new comes. */
	requests?: number;
	/** It reports what it could not read in its row, and does not fail. */
	reports?: true;
}

export interface ResourceSamples {
	resource: string;
	samples: Sample[];
}

/** As the editor stores a chosen agent, source, Q&A pair or mailbox, taken from the item. */
export function fromItem(field: string): INodeParameters {
	return { __rl: true, mode: 'id', value: `={{ $json.${field} }}` };
}

export const AGENT = { agentId: fromItem('agent') };
/** After a lost response, look at once. */
export const NO_SETTLING = { options: { settleSeconds: 0 } };
