import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';
import { account } from './account';
import { agent } from './agent';
import { analytics } from './analytics';
import { codConfirmation } from './cod-confirmation';
import { conversation } from './conversation';
import { emailConversation } from './email-conversation';
import { knowledge } from './knowledge';
import { lead } from './lead';
import { mailbox } from './mailbox';
import type { NodeOperation, NodeResource } from './operation';
import { qaPair } from './qa-pair';
import { source } from './source';

/** The field that the operations of a resource share. All of them describe it in the same way. */
const AGENT = 'agentId';

/** Every resource of the node. A new one is a folder here, and its name in this list. */
export const resources: readonly NodeResource[] = [
	agent,
	analytics,
	account,
	conversation,
	knowledge,
	source,
	qaPair,
	lead,
	codConfirmation,
	mailbox,
	emailConversation,
];

/** @returns the operation the user chose, or undefined if the node has none of that name */
export function findOperation(resource: string, operation: string): NodeOperation | undefined {
	return resources.find(({ value }) => value === resource)?.operations.find(({ value }) => value === operation);
}

/**
 * What n8n shows below the node's name: the agent, because n8n names a new node by its action. Without one, the action in
 * words, such as "Get many agents". n8n gives an expression the agent's ID, never its name.
 */
export function subtitle(): string {
	const actions = resources.flatMap(({ value: resource, operations }) =>
		operations.map(({ value, action }) => [`${resource}.${value}`, action] as const),
	);
	// One level deep, because n8n ends an expression at two closing braces.
	return `={{ $parameter["agentId"] || (${JSON.stringify(Object.fromEntries(actions))})[$parameter["resource"] + "." + $parameter["operation"]] }}`;
}

/** The node's parameters: which resource, which operation of it, and what that operation asks for. */
export function nodeProperties(): INodeProperties[] {
	return [resourceProperty(), ...resources.flatMap(propertiesOf)];
}

function resourceProperty(): INodeProperties {
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: byName(resources).map(({ name, value }) => ({ name, value })),
		default: 'agent',
	};
}

function propertiesOf({ value: resource, operations, defaultOperation }: NodeResource): INodeProperties[] {
	const operation: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: byName(operations).map(({ name, value, action, description }) => ({
			name,
			value,
			action,
			description,
		})),
		default: defaultOperation,
	};
	const fields = operations.flatMap(({ value, properties }) =>
		updateDisplayOptions(
			{ show: { resource: [resource], operation: [value] } },
			properties.filter(({ name }) => name !== AGENT),
		),
	);
	return [operation, ...agentOf(resource, operations), ...fields];
}

/**
 * The agent, once for all operations of the resource. At the moment when a builder chooses another resource, the operation
 * is still that of the resource before, and n8n drops the values of fields that this hides.
 */
function agentOf(resource: string, operations: NodeResource['operations']): INodeProperties[] {
	const [field] = operations.flatMap(({ properties }) => properties.filter(({ name }) => name === AGENT));
	if (field === undefined) return [];
	const without = operations.filter(({ properties }) => !properties.some(({ name }) => name === AGENT));
	const hide = without.length === 0 ? {} : { hide: { operation: without.map(({ value }) => value) } };
	return [{ ...field, displayOptions: { show: { resource: [resource] }, ...hide } }];
}

function byName<Named extends { name: string }>(list: readonly Named[]): Named[] {
	return [...list].sort((one, other) => one.name.localeCompare(other.name));
}
