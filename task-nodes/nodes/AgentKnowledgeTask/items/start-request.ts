import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { checkTask, type TaskToStart } from '../../gateway/tasks';
import { connectionLocator, readConnection } from '../fields/connection-locator';
import { FieldReader } from '../fields/field-reader';
import { type BlobOf, type FileToSend, sentBlob, sourcesOf } from '../fields/input-files';
import { type InputFields, issueDescriber } from '../fields/issue-label';
import type { TaskType } from '../task-types/task-type';
import { executionKey } from './execution-key';

export const idempotencyKey = {
	displayName: 'Idempotency Key',
	name: 'idempotencyKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. retrain-support-2026-11-21',
	description:
		'The same key never starts a task twice. Default: a key of this workflow, execution, node, run and item. Your own key, such as an order number, is better: "Retry execution" creates a new execution and a new default key.',
} as const satisfies INodeProperties;

const LONGEST_KEY = 255;

/** What one item starts, before its files are sent. */
export interface StartRequest {
	type: TaskType;
	input: IDataObject;
	inputFields: InputFields;
	files: readonly FileToSend[];
	idempotencyKey: string;
	/** Start even if the gateway warns that no one is notified. */
	startsUnnotified: boolean;
}

/**
 * What to start for one item.
 * @throws NodeOperationError that names the field, before anything is sent
 */
export async function readStartRequest(
	context: IExecuteFunctions,
	type: TaskType,
	itemIndex: number,
): Promise<StartRequest> {
	const read = new FieldReader(context, itemIndex, [...type.options, idempotencyKey]);
	const input = type.readInput(read);
	const files = type.readFiles?.(read) ?? [];
	const key = givenKey(read) ?? executionKey(context, itemIndex);
	return {
		type,
		input: type.spansConnections
			? input
			: { ...input, [connectionLocator.name]: await readConnection(context, itemIndex) },
		inputFields: { ...type.inputFields, ...type.inputFieldsOf?.(read) },
		files,
		idempotencyKey: key,
		startsUnnotified: type.startsUnnotified?.(read) ?? false,
	};
}

/** Sends the files of the item to the gateway, and names them in the input. */
export async function withFilesSent(
	context: IExecuteFunctions,
	request: StartRequest,
	itemIndex: number,
): Promise<StartRequest> {
	return await withFiles(context, request, itemIndex, sentBlob);
}

/** Names the files of the item in the input. */
export async function withFiles(
	context: IExecuteFunctions,
	request: StartRequest,
	itemIndex: number,
	blobOf: BlobOf,
): Promise<StartRequest> {
	if (request.files.length === 0) return request;
	const { sources } = request.input;
	const given = Array.isArray(sources) ? (sources as IDataObject[]) : [];
	const files = await sourcesOf(context, request.files, itemIndex, blobOf);
	return { ...request, files: [], input: { ...request.input, sources: [...given, ...files] } };
}

/** The request in the form of the gateway. */
export function taskOf({ type, input, inputFields, idempotencyKey: key }: StartRequest): TaskToStart {
	return { type: type.value, input, idempotencyKey: key, describeIssue: issueDescriber(inputFields, input) };
}

/** Whether the gateway can warn about a start of this type that it would not refuse. */
export function hasWarnings({ startsUnnotified }: TaskType): boolean {
	return startsUnnotified !== undefined;
}

/**
 * Asks the gateway whether it would refuse the start. It starts nothing.
 * @throws NodeApiError in the words of the form; NodeOperationError if no one would be notified of a review
 */
export async function checkRequest(
	context: IExecuteFunctions,
	request: StartRequest,
	itemIndex: number,
): Promise<void> {
	const task = taskOf(request);
	const warnings = await checkTask(context, task, itemIndex);
	if (request.startsUnnotified) return;
	const warning = warnings.find(({ type }) => type === 'nobody_notified');
	if (warning === undefined) return;
	throw new NodeOperationError(context.getNode(), 'No one would learn of this review', {
		itemIndex,
		description: `${task.describeIssue?.(warning) ?? warning.message}. Fill in Reviewers, or create a subscription to review.requested at the gateway. To start anyway, turn on "Start Without Notification" under Options. Nothing was started.`,
	});
}

function givenKey(read: FieldReader): string | undefined {
	const key = read.optionalText(idempotencyKey);
	if (key === undefined || key.length <= LONGEST_KEY) return key;
	throw read.problem(idempotencyKey, `has ${key.length} characters. At most ${LONGEST_KEY} are allowed`);
}
