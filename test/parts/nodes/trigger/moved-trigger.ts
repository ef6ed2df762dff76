import type { IDataObject, INode, WorkflowActivateMode } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { additionalDataFor } from '../../../support/nodes/additional-data';
import { byId } from '../../../support/nodes/agent-knowledge';
import { TestCredentialsHelper } from '../../../support/nodes/credentials-helper';
import { PollContext, TriggersAndPollers } from '../../../support/nodes/n8n-core';
import { nodeTypesOf } from '../../../support/nodes/node-types';
import { loadPackage, type SourcePackageLoader } from '../../../support/nodes/source-package-loader';
import type { World } from '../matrix/world';
import { workspaceRoot } from '../../../../scripts/build/workspace-root.mjs';

const NODE_NAME = 'When It Happens';

/** A process of n8n, with its own copy of the nodes. */
export async function startProcess(): Promise<SourcePackageLoader> {
	vi.resetModules();
	return await loadPackage(workspaceRoot);
}

/**
 * The trigger as n8n's scheduler polls it: in whichever process takes the poll, with the state that n8n's database has.
 * n8n saves the workflow's static data only with items. With durable cursors it saves the node's state apart, and
 * always, but for the poll at which the flow is published.
 */
export class MovedTrigger {
	private static made = 0;
	private readonly id = `moved-${++MovedTrigger.made}`;
	private staticData = '{}';
	private cursor: string | null = null;

	constructor(
		private readonly world: World,
		private watching: { event: string; agent: string },
		private readonly durableCursors: boolean,
	) {}

	/** The flow is published for the first time, or after it was unpublished. */
	async publish(process: SourcePackageLoader): Promise<IDataObject[]> {
		const { items, staticData, cursor } = await this.run(process, 'activate');
		this.staticData = staticData;
		if (items.length > 0) this.cursor = cursor;
		return items;
	}

	/** A new version of the published flow: the schedule stays, so n8n does not poll at once. */
	change(watching: { event: string; agent: string }): void {
		this.watching = watching;
	}

	/** @param save false: n8n is killed, or loses the poll, before it has saved anything */
	async poll(process: SourcePackageLoader, { save = true } = {}): Promise<IDataObject[]> {
		const { items, staticData, cursor } = await this.run(process, 'update');
		if (!save) return items;
		if (items.length > 0) this.staticData = staticData;
		this.cursor = cursor;
		return items;
	}

	private async run(process: SourcePackageLoader, activation: WorkflowActivateMode) {
		const node: INode = {
			id: 'trigger',
			name: NODE_NAME,
			type: `${process.packageName}.agentKnowledgeTrigger`,
			typeVersion: 1,
			position: [0, 0],
			parameters: { event: this.watching.event, agentId: byId(this.watching.agent) },
			credentials: { agentKnowledgeApi: { id: 'credential', name: 'Credential' } },
		};
		const base = { id: this.id, name: 'Test', nodes: [node], connections: {}, active: true };
		const staticData = JSON.parse(this.staticData) as IDataObject;
		const workflow = new Workflow({ ...base, nodeTypes: nodeTypesOf(process, []), staticData });
		const { sandbox } = this.world.node;
		const data = { baseUrl: sandbox.apiUrl, apiKey: sandbox.seedKey };
		const additional = additionalDataFor(
			workflow,
			new TestCredentialsHelper(process.getCredential('agentKnowledgeApi').type, data),
		);
		this.cursor ??= this.durableCursors ? JSON.stringify(workflow.getStaticData('node', node)) : null;
		const cursor = JSON.parse(this.cursor ?? '{}') as IDataObject;
		const own = this.durableCursors ? () => cursor : () => workflow.getStaticData('node', node);
		const context = new PollContext(
			...([workflow, node, additional, 'trigger', activation] as const),
			...([undefined, undefined, undefined, undefined, own] as const),
		);
		const outputs = await new TriggersAndPollers().runPollFunction(workflow, node, context);
		return {
			items: (outputs?.[0] ?? []).map(({ json }) => json),
			staticData: JSON.stringify(workflow.staticData),
			cursor: this.durableCursors ? JSON.stringify(cursor) : null,
		};
	}
}
