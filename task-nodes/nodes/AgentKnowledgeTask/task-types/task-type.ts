import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { FileToSend } from '../../gateway/tasks';

/** One task of the worker, as the node offers it. A new task is a file here, and its name in the registry. */
export interface TaskType {
	/** The gateway's name of the task: `POST /v1/tasks/{value}`. */
	value: string;
	name: string;
	description: string;
	/** It runs until it is cancelled, so it can be started and not waited for. */
	endless?: true;
	/** What the task asks for; shown for Start and for Run and Wait. */
	properties: INodeProperties[];
	/** Fields of the node alone: what they hold becomes a part of another field of the input. */
	ownProperties?: INodeProperties[];
	/**
	 * Reads and checks the fields of one item.
	 * @throws NodeOperationError naming the field, before anything is sent
	 */
	readInput(context: IExecuteFunctions, itemIndex: number): IDataObject;
	/** Files of the item that are sent to the gateway before the task starts, and become sources of its input. */
	readFiles?(context: IExecuteFunctions, itemIndex: number): FileToSend[];
}
