import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { FieldReader } from '../fields/field-reader';
import { pretendSet, pretendStartOfSet } from '../pretend/pretend-sets';
import { chosenPretence, hintAtSample, whenTesting } from '../pretend/when-testing';
import { itemError, outcomeOfItem } from '../items/outcome-of-item';
import { shownTask } from '../items/task-item';
import { startSet, startSetAndWait } from '../sets/start-and-wait-for-set';
import { readSet } from '../sets/read-set';
import { withoutPair } from '../waiting/pairing';
import { waitForEnd } from '../waiting/wait-fields';
import type { TaskType } from '../task-types/task-type';
import type { NodeOperation } from './operation';
import { type Names, taskOperation } from './start-tasks';

/** An operation whose input items are the rows of one task. A tool has one item, which is no set. */
export function setOperation(type: TaskType, names: Names): NodeOperation {
	const { samples = [] } = type;
	const testing = whenTesting(samples);
	return {
		...taskOperation(type, names),
		notForTools: true,
		execute: async (context) => {
			if (context.getInputData().length === 0) return [[]];
			const waits = new FieldReader(context, 0).flag(waitForEnd);
			const sample = chosenPretence(context, testing, samples);
			if (sample === undefined) return waits ? await startSetAndWait(context, type) : await startAlone(context, type);
			if (waits) return await pretendSet(context, type, sample);
			hintAtSample(context, sample);
			return [[{ json: await pretendStartOfSet(context, type), pairedItem: withoutPair(context.getNode().name) }]];
		},
	};
}

/** Starts the task, or finds the one that its key started before, and gives its ID at once. */
async function startAlone(context: IExecuteFunctions, type: TaskType): Promise<INodeExecutionData[][]> {
	const started = await outcomeOfItem(context, 0, async () => {
		const { task } = await startSet(context, await readSet(context, type));
		return await shownTask(context, task, 0);
	});
	const json = started.ok ? started.value : itemError(started.error);
	return [[{ json, pairedItem: withoutPair(context.getNode().name) }]];
}
