import type { IDataObject, INode, INodeParameters, WorkflowExecuteMode } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { additionalDataFor } from '../../../support/nodes/additional-data';
import { byId } from '../../../support/nodes/agent-knowledge';
import { TestCredentialsHelper } from '../../../support/nodes/credentials-helper';
import { PollContext, TriggersAndPollers } from '../../../support/nodes/n8n-core';
import { nodeTypesOf } from '../../../support/nodes/node-types';
import type { World } from '../matrix/world';

export interface Watching {
	event: string;
	/** One, several by id, or all that the key can access. */
	agent: string | readonly string[] | { all: true };
	options?: {
		ignoredFields?: string;
		includeNew?: boolean;
		conversation?: string;
		conversationSize?: number;
		settleMinutes?: number;
	};
	/** The node's filters of leads. */
	filters?: INodeParameters;
	/** Instead of the seeded key. */
	apiKey?: string;
	baseUrl?: string;
}

const NODE_NAME = 'When It Happens';

/** Flows of earlier releases have one agent, and nothing that says so. */
function agentParameters(agent: Watching['agent']): INodeParameters {
	if (typeof agent === 'string') return { agentId: byId(agent) };
	return 'all' in agent ? { agents: 'all' } : { agents: 'chosen', agentIds: [...agent] };
}

/** The trigger, polled by n8n's own code against a sandbox; its static data are saved where n8n saves them. */
export class TriggerUnderTest {
	private workflow: Workflow;
	/** The workflow's static data as they stand in n8n's database. */
	saved: string;
	/** Errors that polls showed beside what they gave out. */
	readonly reported: Error[] = [];

	constructor(
		private readonly world: World,
		private readonly watching: Watching,
		saved = '{}',
	) {
		this.saved = saved;
		this.workflow = this.load();
	}

	/** Publishes the workflow: n8n polls once, and refuses it if that throws. @returns what the poll gave out */
	async activate(): Promise<IDataObject[]> {
		this.workflow = this.load();
		const items = await this.run('trigger');
		this.save();
		return items;
	}

	/** One poll on schedule: n8n saves the static data only when it starts an execution. */
	async poll(): Promise<IDataObject[]> {
		const items = await this.run('trigger');
		if (items.length > 0) this.save();
		return items;
	}

	/** Polls until nothing more comes. @returns what each poll gave out */
	async pollAll(): Promise<IDataObject[][]> {
		const batches: IDataObject[][] = [];
		for (let items = await this.poll(); items.length > 0; items = await this.poll()) batches.push(items);
		return batches;
	}

	/** The editor's "Fetch Test Event". */
	async test(): Promise<IDataObject[]> {
		return await this.run('manual');
	}

	/** n8n is killed and started again: what was not saved is gone, and another process polls. */
	async killAndStart(): Promise<IDataObject[]> {
		this.saved = this.saved.replace(/(\\"process\\":\\")[^\\]+/g, '$1of-before-the-kill');
		return await this.activate();
	}

	private async run(mode: WorkflowExecuteMode): Promise<IDataObject[]> {
		const node = this.workflow.getNode(NODE_NAME);
		if (node === null) throw new Error('The workflow has no trigger.');
		const additional = additionalDataFor(this.workflow, this.credentials());
		const activation = mode === 'manual' ? 'manual' : 'activate';
		const emitError = (error: Error) => {
			this.reported.push(error);
		};
		const context = new PollContext(this.workflow, node, additional, mode, activation, undefined, emitError);
		const outputs = await new TriggersAndPollers().runPollFunction(this.workflow, node, context);
		return (outputs?.[0] ?? []).map(({ json }) => json);
	}

	private save(): void {
		this.saved = JSON.stringify(this.workflow.staticData);
	}

	private load(): Workflow {
		return new Workflow({
			...this.base(),
			nodeTypes: nodeTypesOf(this.world.node.loader, []),
			staticData: JSON.parse(this.saved) as IDataObject,
		});
	}

	private base() {
		const node: INode = {
			id: 'trigger',
			name: NODE_NAME,
			type: `${this.world.node.loader.packageName}.agentKnowledgeTrigger`,
			typeVersion: 1,
			position: [0, 0],
			parameters: {
				event: this.watching.event,
				...agentParameters(this.watching.agent),
				options: this.watching.options ?? {},
				filters: this.watching.filters ?? {},
			},
			credentials: { agentKnowledgeApi: { id: 'credential', name: 'Credential' } },
		};
		return { id: 'workflow', name: 'Test', nodes: [node], connections: {}, active: true };
	}

	private credentials(): TestCredentialsHelper {
		const { sandbox, loader } = this.world.node;
		const { apiKey = sandbox.seedKey, baseUrl = sandbox.apiUrl } = this.watching;
		return new TestCredentialsHelper(loader.getCredential('agentKnowledgeApi').type, { baseUrl, apiKey });
	}
}
