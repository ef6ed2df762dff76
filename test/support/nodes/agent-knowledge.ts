import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { startSandbox, type RunningSandbox, type SandboxOptions } from '../../../sandbox/bootstrap/start-sandbox';
import { SandboxAdmin } from '../sandbox-admin/sandbox-admin';
import { EditorLists } from './editor-lists';
import { type NodeResult, type NodeRun, runNode } from './run-node';
import { loadPackage, type SourcePackageLoader } from './source-package-loader';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';

export interface RunOptions extends Omit<NodeRun, 'loader' | 'node' | 'parameters' | 'credential'> {
	/** Instead of the seeded key. */
	apiKey?: string;
	/** Instead of the sandbox's. */
	baseUrl?: string;
	/** As an AI agent's tool. */
	asTool?: boolean;
}

/** The Agent Knowledge node, run from its sources in n8n's engine against a sandbox of its own. */
export class AgentKnowledgeUnderTest {
	readonly admin: SandboxAdmin;

	private constructor(
		readonly loader: SourcePackageLoader,
		readonly sandbox: RunningSandbox,
	) {
		this.admin = new SandboxAdmin(sandbox);
	}

	static async start(options: SandboxOptions = {}): Promise<AgentKnowledgeUnderTest> {
		const loader = await loadPackage(workspaceRoot);
		return new AgentKnowledgeUnderTest(
			loader,
			await startSandbox({ rateLimit: 'none', clockFactor: 1000, ...options }),
		);
	}

	/** Runs one operation; without `items`, for one empty item. */
	async run(
		resource: string,
		operation: string,
		fields: INodeParameters = {},
		options: RunOptions = {},
	): Promise<NodeResult> {
		const { apiKey, baseUrl, asTool = false, ...rest } = options;
		return await runNode({
			loader: this.loader,
			node: asTool ? 'agentKnowledgeTool' : 'agentKnowledge',
			parameters: { resource, operation, ...fields },
			credential: this.credential({ apiKey, baseUrl }),
			...rest,
		});
	}

	/** The lists that the editor shows in the node's fields. @param parameters what the fields hold now */
	lists(parameters: INodeParameters = {}, options: Pick<RunOptions, 'apiKey' | 'baseUrl'> = {}): EditorLists {
		const credential = this.credential(options);
		return new EditorLists({ loader: this.loader, node: 'agentKnowledge', parameters, credential });
	}

	private credential({ apiKey = this.sandbox.seedKey, baseUrl = this.sandbox.apiUrl }: RunOptions) {
		return { type: 'agentKnowledgeApi', data: { baseUrl, apiKey } };
	}

	/** How often such a request reached the service. */
	async count(method: string, path: string): Promise<number> {
		return (await this.admin.requests({ method, path })).length;
	}

	close(): Promise<void> {
		return this.sandbox.close();
	}
}

/** Items whose JSON is each of the given objects. */
export function itemsOf(...jsons: Array<INodeExecutionData['json']>): INodeExecutionData[] {
	return jsons.map((json) => ({ json }));
}

/** An agent as the editor stores it when its ID was typed. */
export function byId(value: string): INodeParameters {
	return { __rl: true, mode: 'id', value };
}
