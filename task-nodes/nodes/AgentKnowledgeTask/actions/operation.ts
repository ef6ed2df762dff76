import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { TwoOutputs } from '../task-types/task-type';
import { itemError, outcomeOfItem } from '../items/outcome-of-item';

/** An operation that can wait for the end of tasks has two outputs. */
export interface Waiting {
	when: 'always' | 'if switched on';
	outputs: TwoOutputs;
}

/** One operation of a resource, as the registry, the router and the tests see it. */
export interface NodeOperation {
	value: string;
	name: string;
	/** The text in n8n's list of actions, in sentence case. */
	action: string;
	/** Written for people and for a language model that uses the node as a tool. */
	description: string;
	properties: readonly INodeProperties[];
	/** Rare fields, under Options. */
	options?: readonly INodeProperties[];
	/** An AI agent cannot use it as a tool. */
	notForTools?: true;
	waits?: Waiting;
	/** @returns the items of each output */
	execute: (context: IExecuteFunctions) => Promise<INodeExecutionData[][]>;
}

/** A resource of the node: a folder below actions/. */
export interface NodeResource {
	value: string;
	name: string;
	/** The operation chosen when the resource is. */
	defaultOperation: string;
	operations: readonly NodeOperation[];
}

export type ItemData = Pick<INodeExecutionData, 'json' | 'binary'>;

/** Runs an operation once for each item. @param run gives the output items of one input item */
export function forEachItem(
	run: (context: IExecuteFunctions, itemIndex: number) => Promise<ItemData | ItemData[]>,
): NodeOperation['execute'] {
	return async (context) => {
		const output: INodeExecutionData[] = [];
		for (let itemIndex = 0; itemIndex < context.getInputData().length; itemIndex++) {
			const outcome = await outcomeOfItem(context, itemIndex, async () => await run(context, itemIndex));
			const data = outcome.ok ? outcome.value : { json: itemError(outcome.error) };
			for (const one of Array.isArray(data) ? data : [data]) output.push({ ...one, pairedItem: { item: itemIndex } });
		}
		return [output];
	};
}
