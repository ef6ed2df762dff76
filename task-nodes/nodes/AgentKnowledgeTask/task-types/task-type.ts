import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { FieldReader } from '../fields/field-reader';
import type { FileToSend } from '../fields/input-files';
import type { InputFields } from '../fields/issue-label';
import type { Columns } from './columns';
import type { SampleFile } from './samples/export-file';
import type { Sample } from './samples/sample';

/** Names of the node's two outputs. Short, because they stand on the canvas. */
export type TwoOutputs = readonly [forWhatWasDone: string, forTheRest: string];

/** What an input item is in a set. */
export interface ReadRow {
	row: IDataObject;
	/** Sent before the start. The row then has its reference. */
	file?: FileToSend;
}

/** One task of the worker in the node: its fields, and how they become the task's input. */
export interface TaskType {
	/** The gateway's name of the task: `POST /v1/tasks/{value}`. */
	value: string;
	/** The fields of the form, in their order. The connection comes before them. */
	fields: readonly INodeProperties[];
	/** Rare fields, under Options. */
	options: readonly INodeProperties[];
	/** The field for each part of the input, so that errors of the gateway name the field. */
	inputFields: InputFields;
	/** Fields of this item that replace those in `inputFields`. */
	inputFieldsOf?: (read: FieldReader) => InputFields;
	/** What stands at the top of a simplified item, beside what all tasks have. */
	columns: Columns;
	/** It is of many connections: one is a filter among its own fields. */
	spansConnections?: true;
	/** Of a node that waits for it. Missing: it runs until it is cancelled, so the node cannot wait for its end. */
	outputs?: TwoOutputs;
	/** Ends to try out a flow with, by name. Missing: the node does not wait for the task. */
	samples?: readonly Sample[];
	/** The file that a sample has. */
	sampleFile?: (input: IDataObject) => SampleFile;
	/** It asks a person while it runs. */
	asksPerson?: true;
	/** It can complete only a part, with the outcome `partly_failed`. */
	hasParts?: true;
	/** Its result may name a file, which the node downloads. */
	makesFile?: true;
	/**
	 * Reads and checks the fields of one item, without the connection.
	 * @throws NodeOperationError that names the field, before anything is sent
	 */
	readInput: (read: FieldReader) => IDataObject;
	/** Files of the item. They are sent to the gateway before the start, and become sources of the input. */
	readFiles?: (read: FieldReader) => FileToSend[];
	/**
	 * All input items are rows of one task: what one item is. Missing: each item is a task.
	 * @throws NodeOperationError that names a field of the item. The other items are rows nevertheless
	 */
	readRow?: (read: FieldReader) => ReadRow;
	/** Whether to start even if the gateway warns that no one is notified. Default: the gateway has no such warning. */
	startsUnnotified?: (read: FieldReader) => boolean;
}

/** The fields of an input that are not undefined. */
export function given(input: Record<string, unknown>): IDataObject {
	return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as IDataObject;
}
