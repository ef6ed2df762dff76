import type { INodeExecutionData, INodeType, INodeTypes, IVersionedNodeType } from 'n8n-workflow';
import { NodeConnectionTypes, NodeHelpers } from 'n8n-workflow';
import type { SourcePackageLoader } from './source-package-loader';

/** The node that hands the test's items to the node under test. */
export const ITEMS_NODE = 'test.items';

/** Finds node types as n8n names them: `<package>.<node>`. */
export function nodeTypesOf(loader: SourcePackageLoader, items: INodeExecutionData[]): INodeTypes {
	const find = (name: string): INodeType | IVersionedNodeType => {
		if (name === ITEMS_NODE) return itemsNode(items);
		return loader.getNode(name.replace(`${loader.packageName}.`, '')).type;
	};
	return {
		getByName: find,
		getByNameAndVersion: (name, version) => NodeHelpers.getVersionedNodeType(find(name), version),
		getKnownTypes: () => ({ ...loader.known.nodes }),
	};
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
