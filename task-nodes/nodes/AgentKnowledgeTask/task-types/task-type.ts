import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { FieldReader } from '../fields/field-reader';
import type { FileToSend } from '../fields/input-files';
import type { InputFields } from '../fields/issue-label';

/** One task of the worker, as the node offers it: its fields, and how they become the task's input. */
export interface TaskType {
	/** The gateway's name of the task: `POST /v1/tasks/{value}`. */
	value: string;
	/** What the form asks for, in its order. The connection comes before it. */
	fields: readonly INodeProperties[];
	/** Rare fields, under Options. */
	options: readonly INodeProperties[];
	/** Which field holds which part of the input, so that errors of the gateway name the field. */
	inputFields: InputFields;
	/** Fields that hold parts of the input of this item instead of those in `inputFields`. */
	inputFieldsOf?: (read: FieldReader) => InputFields;
	/** It runs until it is cancelled, so it can be started and not waited for. */
	endless?: true;
	/** It asks a person while it runs. */
	asksPerson?: true;
	/** It can end with a part of what was asked: with the outcome `partly_failed`. */
	hasParts?: true;
	/** Its result may name a file, which the node downloads. */
	makesFile?: true;
	/**
	 * Reads and checks the fields of one item, without the connection.
	 * @throws NodeOperationError naming the field, before anything is sent
	 */
	readInput: (read: FieldReader) => IDataObject;
	/** Files of the item that are sent to the gateway before the task starts, and become sources of its input. */
	readFiles?: (read: FieldReader) => FileToSend[];
	/** Whether the start goes on even if the gateway warns that no one is notified. Default: there is no such warning. */
	startsUnnotified?: (read: FieldReader) => boolean;
}

/** The fields of an input that are not undefined. */
export function given(input: Record<string, unknown>): IDataObject {
	return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as IDataObject;
}
