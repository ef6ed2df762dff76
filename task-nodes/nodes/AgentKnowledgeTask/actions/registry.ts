import { updateDisplayOptions } from 'n8n-workflow';
import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { agentLocator } from '../fields/agent-locator';
import { connectionLocator } from '../fields/connection-locator';
import { agent } from './agent';
import { conversation } from './conversation';
import { email } from './email';
import { file } from './file';
import { knowledge } from './knowledge';
import { lead } from './lead';
import type { NodeOperation, NodeResource } from './operation';
import { schedule } from './schedule';
import { source } from './source';
import { task } from './task';

/** Every resource of the node. A new one is a folder here, and its name in this list. */
export const resources: readonly NodeResource[] = [
	agent,
	conversation,
	email,
	file,
	knowledge,
	lead,
	schedule,
	source,
	task,
];

/** @returns the operation the user chose, or undefined if the node has none of that name */
export function findOperation(resource: string, operation: string): NodeOperation | undefined {
	return resources.find(({ value }) => value === resource)?.operations.find(({ value }) => value === operation);
}

/** The node's parameters: which resource, which operation of it, and what that operation asks for. */
export function nodeProperties(): INodeProperties[] {
	const resource: INodeProperties = {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ name, value, operations }) => ({
			name,
			value,
			...(forTools(operations).length === 0 && { displayOptions: NO_TOOL }),
		})),
		default: 'agent',
	};
	return [resource, ...resources.flatMap(propertiesOf)];
}

function propertiesOf({ value: resource, operations, defaultOperation }: NodeResource): INodeProperties[] {
	const fields = operations.flatMap(({ value, properties, options = [] }) =>
		updateDisplayOptions({ show: { resource: [resource], operation: [value] } }, [
			...properties.slice(sharedAtStart(properties).length),
			...(options.length === 0 ? [] : [optionsOf(options)]),
		]),
	);
	return [...choicesOf(resource, operations, defaultOperation), ...sharedOf(resource, operations), ...fields];
}

/** In the order of the form. */
const SHARED: readonly INodeProperties[] = [connectionLocator, agentLocator];

function sharedAtStart(properties: readonly INodeProperties[]): readonly INodeProperties[] {
	const end = properties.findIndex((property) => !SHARED.includes(property));
	return end === -1 ? properties : properties.slice(0, end);
}

/**
 * The connection and the agent, once for all operations of the resource. At the moment when a builder chooses another
 * resource, the operation is still that of the resource before, and n8n drops the values of fields that this hides.
 */
function sharedOf(resource: string, operations: readonly NodeOperation[]): INodeProperties[] {
	return SHARED.flatMap((field) => {
		const without = operations.filter(({ properties }) => !sharedAtStart(properties).includes(field));
		if (without.length === operations.length) return [];
		const hide = without.length === 0 ? {} : { hide: { operation: without.map(({ value }) => value) } };
		return [{ ...field, displayOptions: { show: { resource: [resource] }, ...hide } }];
	});
}

/** If an AI agent cannot use all operations, it gets a separate choice. */
function choicesOf(resource: string, operations: readonly NodeOperation[], chosen: string): INodeProperties[] {
	const usable = forTools(operations);
	if (usable.length === operations.length) return [choiceOf(operations, chosen, { show: { resource: [resource] } })];
	const forPeople = choiceOf(operations, chosen, { show: { resource: [resource] }, ...NO_TOOL });
	// n8n cannot load a node with an empty list of choices.
	if (usable.length === 0) return [forPeople];
	return [forPeople, choiceOf(usable, chosen, { show: { resource: [resource], '@tool': [true] } })];
}

const NO_TOOL: IDisplayOptions = { hide: { '@tool': [true] } };

function forTools(operations: readonly NodeOperation[]): NodeOperation[] {
	return operations.filter(({ notForTools }) => notForTools !== true);
}

function choiceOf(
	operations: readonly NodeOperation[],
	chosen: string,
	displayOptions: INodeProperties['displayOptions'],
): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		...(displayOptions && { displayOptions }),
		options: byName(operations).map(({ name, value, action, description }) => ({ name, value, action, description })),
		default: chosen,
	};
}

function optionsOf(options: readonly INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...options].sort((one, other) => one.displayName.localeCompare(other.displayName)),
	};
}

function byName(operations: readonly NodeOperation[]): NodeOperation[] {
	return [...operations].sort((one, other) => one.name.localeCompare(other.name));
}
