import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { startTask } from '../../gateway/tasks';
import { connectionLocator } from '../fields/connection-locator';
import { FieldReader } from '../fields/field-reader';
import { simplify } from '../fields/simplify';
import type { TaskType } from '../task-types/task-type';
import { fileFields, largestFile } from '../waiting/output-files';
import { startAndWait } from '../waiting/start-and-wait';
import { partialSuccess, stopWaiting, waitForEnd } from '../waiting/wait-fields';
import { forEachWrite } from './for-each-write';
import type { NodeOperation } from './operation';
import {
	checkRequest,
	hasWarnings,
	idempotencyKey,
	readStartRequest,
	type StartRequest,
	taskOf,
	withFilesSent,
} from '../items/start-request';
import { shownTask } from '../items/task-item';
import { hintAtUnchecked } from '../items/unchecked-hint';
import { pretendEnd, pretendStart } from '../pretend/pretend-tasks';
import { chosenPretence, hintAtSample, whenTesting } from '../pretend/when-testing';
import { isTool } from './tool';

export type Names = Pick<NodeOperation, 'value' | 'name' | 'action' | 'description'>;

/** An operation that starts a task of this type for each item, and may wait until all have ended. */
export function taskOperation(type: TaskType, names: Names): NodeOperation {
	const { outputs, samples = [] } = type;
	const testing = samples.length === 0 ? undefined : whenTesting(samples);
	return {
		...names,
		properties: [
			...(type.spansConnections ? [] : [connectionLocator]),
			...type.fields,
			...(outputs === undefined ? [] : [waitForEnd]),
			...(type.makesFile ? fileFields : []),
			simplify,
		],
		options: [...type.options, idempotencyKey, ...waitOptions(type), ...(testing === undefined ? [] : [testing])],
		...(outputs && { waits: { when: 'if switched on', outputs } as const }),
		execute: async (context) => {
			const waits = outputs !== undefined && wantsToWait(context);
			const sample = testing && chosenPretence(context, testing, samples);
			if (sample === undefined) return waits ? await startAndWait(context, type) : await startEach(context, type);
			if (waits) return await pretendEnd(context, type, sample);
			hintAtSample(context, sample);
			return await forEachWrite<IDataObject>({
				read: async (_context, itemIndex) => await pretendStart(context, type, itemIndex),
				send: async (_context, json) => await Promise.resolve({ json }),
			})(context);
		},
	};
}

function waitOptions({ outputs, hasParts, makesFile }: TaskType): INodeProperties[] {
	if (outputs === undefined) return [];
	return [stopWaiting, ...(hasParts ? [partialSuccess] : []), ...(makesFile ? [largestFile] : [])];
}

/** A tool of an AI agent cannot wait for hours: it starts a task, and reads its result later. */
function wantsToWait(context: IExecuteFunctions): boolean {
	return !isTool(context) && new FieldReader(context, 0).flag(waitForEnd);
}

/** Starts the task of each item, or finds the one that its key started before, and gives its ID at once. */
async function startEach(context: IExecuteFunctions, type: TaskType): Promise<INodeExecutionData[][]> {
	return await forEachWrite<StartRequest>({
		read: async (_context, itemIndex) => await readStartRequest(context, type, itemIndex),
		check: async (_context, read, itemIndex) => {
			const request = await withFilesSent(context, read, itemIndex);
			await checkRequest(context, request, itemIndex);
			return request;
		},
		send: async (_context, read, itemIndex) => {
			const request = await withFilesSent(context, read, itemIndex);
			if (hasWarnings(type) && context.getInputData().length < 2) await checkRequest(context, request, itemIndex);
			const task = hintAtUnchecked(context, await startTask(context, taskOf(request), itemIndex), itemIndex);
			return { json: await shownTask(context, task, itemIndex) };
		},
	})(context);
}
