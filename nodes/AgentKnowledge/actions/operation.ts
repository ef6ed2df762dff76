import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { OperationId } from '../transport/operations';
import type { Api } from '../transport/api';
import type { Journal } from './journal';
import type { ParameterValues } from './parameters/parameter-types';
import { assertIds, readParameters } from './parameters/read-parameters';

export interface ItemRun {
	context: IExecuteFunctions;
	/** Shared by all items of an execution, because it counts the rate limit. */
	api: Api;
	/** The outcomes of the items' writes, across n8n's retries. */
	journal: Journal;
	itemIndex: number;
}

/** One operation of a resource, as the registry, the router and the contract's test see it. */
export interface NodeOperation {
	value: string;
	name: string;
	/** The text in n8n's list of actions, in sentence case. */
	action: string;
	/** Written for people and for a language model that uses the node as a tool. */
	description: string;
	/** The endpoints of the contract that it calls. */
	endpoints: readonly OperationId[];
	properties: readonly INodeProperties[];
	/** What can be known before a request. @throws NodeOperationError that names the field and the item */
	check(run: ItemRun): void;
	execute(run: ItemRun): Promise<IDataObject[]>;
}

interface Definition<P extends readonly INodeProperties[]> extends Omit<
	NodeOperation,
	'properties' | 'check' | 'execute'
> {
	properties: P;
	/** What the fields together must be. @throws NodeOperationError */
	check?(run: ItemRun, parameters: ParameterValues<P>): void;
	execute(run: ItemRun, parameters: ParameterValues<P>): Promise<IDataObject[]>;
}

/** Ties an operation's code to its parameters: `check` and `execute` receive them checked and typed. */
export function defineOperation<const P extends readonly INodeProperties[]>(definition: Definition<P>): NodeOperation {
	const read = (run: ItemRun): ParameterValues<P> => {
		const parameters = readParameters(run.context, definition.properties, run.itemIndex);
		definition.check?.(run, parameters);
		return parameters;
	};
	return {
		...definition,
		check(run) {
			assertIds(run.context, definition.properties, { values: read(run), itemIndex: run.itemIndex });
		},
		async execute(run) {
			return await definition.execute(run, read(run));
		},
	};
}

/** A resource of the node: a folder below actions/. */
export interface NodeResource {
	value: string;
	name: string;
	/** The operation chosen when the resource is. */
	defaultOperation: string;
	operations: readonly NodeOperation[];
}
