import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { FieldReader } from '../fields/field-reader';

/** What the option can pretend. */
export interface Pretence {
	value: string;
	/** How the task ended. */
	name: string;
	description: string;
}

export type WhenTesting = INodeProperties & { options: Array<{ name: string; value: string; description: string }> };

const PRODUCTION = 'production';

/** Both outputs of a node that waits can be filled without a task, because n8n pins no data of a node with two. */
export function whenTesting(pretences: readonly Pretence[]): WhenTesting {
	return {
		displayName: 'When Testing',
		name: 'whenTesting',
		type: 'options',
		options: [
			{ name: 'As in Production', value: PRODUCTION, description: 'Do what the operation does' },
			...pretences.map(({ value, name, description }) => ({ name: `Pretend: ${name}`, value, description })),
		],
		default: PRODUCTION,
		description:
			'What a run does that you start in the editor. With "Pretend", it checks the fields, starts and sends nothing, and returns sample items at once. Every other run ignores this option: of the published workflow, of a sub-workflow that another one calls, and of a retried execution.',
	};
}

/** @returns what the run pretends; undefined if it does what the operation does. The first item decides for all. */
export function chosenPretence<P extends Pretence>(
	context: IExecuteFunctions,
	field: WhenTesting,
	pretences: readonly P[],
): P | undefined {
	// `manual` is a run that a person starts in the editor, or a program by n8n's MCP tools `test_workflow` and
	// `execute_workflow`. n8n's other modes are published workflows (`trigger`, `webhook`), its chat (`chat`), called
	// workflows (`integrated`, `error`), retried executions (`retry`), evaluations and the command line. In a manual run
	// and in a chat, n8n calls drafts of sub-workflows, but also as `integrated`.
	if (context.getMode() !== 'manual' || context.getInputData().length === 0) return undefined;
	const chosen = new FieldReader(context, 0, [field]).choice(field);
	return pretences.find(({ value }) => value === chosen);
}

/** Says at the node's output that its items are no real ones. */
export function hintAtSample(context: IExecuteFunctions, { name }: Pretence): void {
	context.addExecutionHints({
		message: `Sample: nothing was sent or started. The option "When Testing" pretends: ${name}. The published workflow ignores it.`,
		type: 'warning',
		location: 'outputPane',
	});
}
