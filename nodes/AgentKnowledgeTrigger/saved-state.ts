import type { IDataObject, INode, IPollFunctions, Workflow } from 'n8n-workflow';
import { anyState, FIELD, type TriggerState } from './memory/state';

/** Where n8n keeps the state of the node. */
export interface SavedState {
	/** What a poll reads, and what n8n saves after it. */
	data: IDataObject;
	/**
	 * The node's part of the workflow's static data, where that is another place: n8n 2.40 keeps "durable cursors" apart,
	 * and saves each in one step with the execution that it starts. Else null.
	 */
	ofWorkflow: IDataObject | null;
}

export function savedState(context: IPollFunctions): SavedState {
	const data = context.getWorkflowStaticData('node');
	// The context has the workflow, and n8n's types do not say so.
	const workflow: unknown = Reflect.get(context, 'workflow');
	const ofWorkflow = hasStaticData(workflow) ? workflow.getStaticData('node', context.getNode()) : data;
	return { data, ofWorkflow: ofWorkflow === data ? null : ofWorkflow };
}

function hasStaticData(workflow: unknown): workflow is Pick<Workflow, 'getStaticData'> {
	return (
		typeof workflow === 'object' && workflow !== null && typeof Reflect.get(workflow, 'getStaticData') === 'function'
	);
}

/**
 * n8n polls once when a flow is published, and drops the cursor of that poll. But it saves the workflow's static data
 * then: the first look is kept there for the first poll on schedule, or what came in between would count as old.
 */
export class FirstLook {
	private readonly field: string;

	constructor(
		private readonly ofWorkflow: IDataObject,
		{ id }: Pick<INode, 'id'>,
	) {
		// n8n copies all of this to a new node of the same name.
		this.field = `${FIELD} ${id}`;
	}

	/** Takes it for the node's state if that is of something else and older, or if there is none. */
	continueIn(data: IDataObject, watching: string): void {
		const state = anyState(data);
		const first = anyState({ [FIELD]: this.ofWorkflow[this.field] });
		if (state?.watching === watching || first?.watching !== watching) return;
		if (writtenAt(first) > writtenAt(state)) data[FIELD] = this.ofWorkflow[this.field];
	}

	keep(data: IDataObject): void {
		this.ofWorkflow[this.field] = data[FIELD];
	}
}

function writtenAt(state: TriggerState | null): number {
	return state?.at ?? 0;
}
