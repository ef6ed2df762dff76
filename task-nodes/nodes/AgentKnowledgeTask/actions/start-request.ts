import { NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { TaskToStart } from '../../gateway/tasks';
import { chosenTaskType } from '../task-types/registry';
import type { TaskType } from '../task-types/task-type';
import { readOptionalText } from '../fields/read-fields';

export const idempotencyKeyField: INodeProperties = {
	displayName: 'Idempotency Key',
	name: 'idempotencyKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. retrain-support-2026-11-21',
	description:
		'The same key never starts a task twice. Default: a key of this workflow, execution, node, run and item. Your own key, such as an order number, is better: "Retry execution" creates a new execution and a new default key.',
};

const LONGEST_KEY = 255;

/**
 * What to start for one item.
 * @throws NodeOperationError naming the field, before anything is sent
 */
export function readStartRequest(context: IExecuteFunctions, itemIndex: number): TaskToStart {
	return requestFor(chosenTaskType(context, itemIndex), context, itemIndex);
}

/**
 * The same for a task whose end is waited for.
 * @throws NodeOperationError also when the task never ends, as a flow or a model may have chosen
 */
export function readAwaitedRequest(context: IExecuteFunctions, itemIndex: number): TaskToStart {
	const type = chosenTaskType(context, itemIndex);
	if (type.endless !== true) return requestFor(type, context, itemIndex);
	throw new NodeOperationError(context.getNode(), `${type.name} never ends, so Run and Wait cannot wait for it`, {
		itemIndex,
		description: 'Choose the operation Start, which continues at once. Nothing was started.',
	});
}

function requestFor(type: TaskType, context: IExecuteFunctions, itemIndex: number): TaskToStart {
	return {
		type: type.value,
		input: type.readInput(context, itemIndex),
		files: type.readFiles?.(context, itemIndex) ?? [],
		idempotencyKey: givenKey(context, itemIndex) ?? defaultKey(context, itemIndex),
	};
}

function givenKey(context: IExecuteFunctions, itemIndex: number): string | undefined {
	const key = readOptionalText(context, idempotencyKeyField, itemIndex);
	if (key === undefined || key.length <= LONGEST_KEY) return key;
	throw new NodeOperationError(
		context.getNode(),
		`The field "Idempotency Key" has ${key.length} characters. At most ${LONGEST_KEY} are allowed`,
		{ itemIndex, description: 'Shorten the key or its expression. Nothing was sent for this item.' },
	);
}

/**
 * n8n's "Retry on fail" meets the same key again. The run index is in it because in a loop every pass has item 0, and
 * the instance because copies of a flow in two instances have the same ids.
 */
export function defaultKey(context: IExecuteFunctions, itemIndex: number): string {
	return [
		'n8n',
		ownExecution(context),
		context.getWorkflow().id,
		context.getNode().id,
		runIndex(context),
		itemIndex,
	].join('/');
}

/** The execution's id, told apart from those of other n8n instances at the same gateway. */
export function ownExecution(context: IExecuteFunctions): string {
	return `${context.getInstanceId().slice(0, 16)}:${context.getExecutionId()}`;
}

/** 0 in the first pass of a loop. */
export function runIndex(context: IExecuteFunctions): number {
	return Number(context.evaluateExpression('{{ $runIndex }}', 0));
}
