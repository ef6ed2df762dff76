import type {
	ExecutionError,
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeParameters,
	IRunExecutionData,
	NodeExecutionHint,
	OnError,
} from 'n8n-workflow';
import { createRunExecutionData, NodeConnectionTypes, Workflow } from 'n8n-workflow';
import { additionalDataFor } from './additional-data';
import { TestCredentialsHelper } from './credentials-helper';
import { entryTo, execute } from './execute';
import { ITEMS_NODE, nodeTypesOf } from './node-types';
import type { SourcePackageLoader } from './source-package-loader';

export interface NodeRun {
	loader: SourcePackageLoader;
	/** `<package>.<node>` without the package. */
	node: string;
	parameters: INodeParameters;
	credential: { type: string; data: ICredentialDataDecryptedObject };
	/** Default: one empty item. */
	items?: INodeExecutionData[];
	onError?: OnError;
	/** Is shown every request before it is sent. */
	onRequest?: (request: IHttpRequestOptions) => void;
	/** n8n's "Retry On Fail": so many tries in all. */
	tries?: number;
	/** Default: one that no other execution has. */
	executionId?: string;
	/** The workflow's setting. Default: that of the test's n8n. */
	timeZone?: string;
	/** Stops the execution when it is aborted, as the editor's Stop button does. */
	stop?: AbortSignal;
}

export interface NodeResult {
	/** The output items, by output. */
	outputs: INodeExecutionData[][];
	/** The JSON of the first output's items. */
	rows: IDataObject[];
	/** Why the node failed; undefined when it did not. */
	error: ExecutionError | undefined;
	hints: NodeExecutionHint[];
	/** n8n's "Retry execution", with the same workflow: a new execution that begins where this one failed. */
	retry: () => Promise<NodeResult>;
}

let executions = 0;

/** Runs one node in n8n's real engine, on the given items. */
export async function runNode(run: NodeRun): Promise<NodeResult> {
	const items = run.items ?? [{ json: {} }];
	const under: INode = {
		id: 'node-under-test',
		name: 'Under Test',
		type: `${run.loader.packageName}.${run.node}`,
		typeVersion: 1,
		position: [200, 0],
		parameters: run.parameters,
		credentials: { [run.credential.type]: { id: 'credential', name: 'Credential' } },
		...(run.onError === undefined ? {} : { onError: run.onError }),
		...(run.tries === undefined ? {} : { retryOnFail: true, maxTries: run.tries, waitBetweenTries: 1 }),
	};
	const start: INode = {
		id: 'items',
		name: 'Items',
		type: ITEMS_NODE,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const workflow = new Workflow({
		id: 'workflow',
		name: 'Test',
		nodes: [start, under],
		connections: { Items: { main: [[{ node: under.name, type: NodeConnectionTypes.Main, index: 0 }]] } },
		active: false,
		nodeTypes: nodeTypesOf(run.loader, items),
		settings: { executionOrder: 'v1', ...(run.timeZone === undefined ? {} : { timezone: run.timeZone }) },
	});
	const { type } = run.loader.getCredential(run.credential.type);
	const helper = new TestCredentialsHelper(type, run.credential.data, run.onRequest);
	const additionalData = (executionId = String(++executions)) => additionalDataFor(workflow, helper, executionId);
	const first = createRunExecutionData({ executionData: { nodeExecutionStack: [entryTo(start)] } });
	const { data } = await execute(workflow, first, additionalData(run.executionId), { stop: run.stop });
	const retry = async (failed: IRunExecutionData): Promise<NodeResult> => {
		const rest = withoutFailure(failed, under.name);
		return resultOf((await execute(workflow, rest, additionalData(), { mode: 'retry' })).data, under.name, retry);
	};
	return resultOf(data, under.name, retry);
}

/** What n8n's "Retry execution" starts from: the stored execution, without what failed. */
function withoutFailure(data: IRunExecutionData, node: string): IRunExecutionData {
	const stored = structuredClone(data);
	delete stored.resultData.error;
	stored.resultData.runData[node]?.pop();
	return stored;
}

function resultOf(
	data: IRunExecutionData,
	node: string,
	retry: (failed: IRunExecutionData) => Promise<NodeResult>,
): NodeResult {
	const task = data.resultData.runData[node]?.at(-1);
	const outputs = (task?.data?.main ?? []).map((output) => output ?? []);
	return {
		outputs,
		rows: (outputs[0] ?? []).map(({ json }) => json),
		error: task?.error ?? data.resultData.error,
		hints: task?.hints ?? [],
		retry: () => retry(data),
	};
}
