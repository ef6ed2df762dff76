import type { IDataObject, INode, IPollFunctions, Workflow } from 'n8n-workflow';
import { anyState, FIELD, type TriggerState } from './memory/state';

export interface SavedState {
	/** A poll reads and changes it, and n8n saves it afterwards. */
	data: IDataObject;
	/**
	 * The node's part of the workflow's static data, if that is another place. n8n 2.40 keeps "durable cursors" apart,
	 * and saves each in one step with the execution that it starts. Null if the two are the same.
	 */
	ofWorkflow: IDataObject | null;
}

export function savedState(context: IPollFunctions): SavedState {
	const data = context.getWorkflowStaticData('node');
	// n8n's types hide that the context has the workflow.
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
 * n8n polls once when a flow is published, and drops the cursor of that poll, but saves the workflow's static data. So
 * the first look is kept there for the first poll on schedule. Without it, items in between would count as old.
 */
export class FirstLook {
	private readonly field: string;

	constructor(
		private readonly ofWorkflow: IDataObject,
		{ id }: Pick<INode, 'id'>,
	) {
		// The id is part of the name, because n8n copies static data to a new node of the same name.
		this.field = `${FIELD} ${id}`;
	}

	/** Makes it the node's state, if there is none, or only an older one of something else. */
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
