import type {
	ICredentialDataDecryptedObject,
	INode,
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { additionalDataFor } from './additional-data';
import { TestCredentialsHelper } from './credentials-helper';
import { LoadOptionsContext } from './n8n-core';
import { nodeTypesOf } from './node-types';
import type { SourcePackageLoader } from './source-package-loader';

interface ListsOf {
	loader: SourcePackageLoader;
	/** `<package>.<node>` without the package. */
	node: string;
	/** What the editor's fields hold now. */
	parameters: INodeParameters;
	credential: { type: string; data: ICredentialDataDecryptedObject };
}

/** The lists that a node offers in the editor, asked for as n8n's server does. */
export class EditorLists {
	private readonly type: INodeType;
	private readonly context: LoadOptionsContext;

	constructor({ loader, node: name, parameters, credential }: ListsOf) {
		const nodeTypes = nodeTypesOf(loader, []);
		const node: INode = {
			id: 'node',
			name: 'Node',
			type: `${loader.packageName}.${name}`,
			typeVersion: 1,
			position: [0, 0],
			parameters,
			credentials: { [credential.type]: { id: 'credential', name: 'Credential' } },
		};
		const workflow = new Workflow({ id: 'workflow', nodes: [node], connections: {}, active: false, nodeTypes });
		const helper = new TestCredentialsHelper(loader.getCredential(credential.type).type, credential.data);
		const additional = { ...additionalDataFor(workflow, helper), currentNodeParameters: parameters };
		this.type = nodeTypes.getByNameAndVersion(node.type, 1);
		this.context = new LoadOptionsContext(workflow, node, additional, '');
	}

	/** What a resource locator's list shows. @param token of the next page, from the response before */
	async search(method: string, filter?: string, token?: unknown): Promise<INodeListSearchResult> {
		const search = this.type.methods?.listSearch?.[method];
		if (!search) throw new Error(`The node has no list ${method}.`);
		return await search.call(this.context, filter, typeof token === 'string' ? token : undefined);
	}

	/** What a field with loaded options offers. */
	async options(method: string): Promise<INodePropertyOptions[]> {
		const load = this.type.methods?.loadOptions?.[method];
		if (!load) throw new Error(`The node has no options ${method}.`);
		return await load.call(this.context);
	}
}
