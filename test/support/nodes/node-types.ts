import type { INodeExecutionData, INodeType, INodeTypes, IVersionedNodeType } from 'n8n-workflow';
import { NodeConnectionTypes, NodeHelpers } from 'n8n-workflow';
import type { SourcePackageLoader } from './source-package-loader';

/** The node that hands the test's items to the node under test. */
export const ITEMS_NODE = 'test.items';
/** What n8n puts behind the name of a node that is used as a tool. */
const TOOL = 'Tool';

/** Finds node types as n8n names them: `<package>.<node>`. */
export function nodeTypesOf(loader: SourcePackageLoader, items: INodeExecutionData[]): INodeTypes {
	const find = (name: string): INodeType | IVersionedNodeType => {
		if (name === ITEMS_NODE) return itemsNode(items);
		const own = name.replace(`${loader.packageName}.`, '');
		if (!own.endsWith(TOOL)) return loader.getNode(own).type;
		return asTool(loader.getNode(own.slice(0, -TOOL.length)).type);
	};
	return {
		getByName: find,
		getByNameAndVersion: (name, version) => NodeHelpers.getVersionedNodeType(find(name), version),
		getKnownTypes: () => ({ ...loader.known.nodes }),
	};
}

/**
 * A node as a language model gets it: n8n gives it a type of its own, by which its fields are shown and read. Its
 * connections stay as they are, so that a test can hand it items.
 */
function asTool(type: INodeType | IVersionedNodeType): INodeType | IVersionedNodeType {
	const description = { ...type.description, name: `${type.description.name}${TOOL}` };
	return Object.create(type, { description: { value: description } }) as typeof type;
}

function itemsNode(items: INodeExecutionData[]): INodeType {
	return {
		description: {
			displayName: 'Items',
			name: 'items',
			group: ['trigger'],
			version: 1,
			description: 'Gives the items of a test',
			defaults: { name: 'Items' },
			inputs: [],
			outputs: [NodeConnectionTypes.Main],
			properties: [],
		},
		execute: () => Promise.resolve([items]),
	};
}
