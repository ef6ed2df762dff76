import { runSchedule } from '../../../gateway/schedules';
import { FieldReader } from '../../fields/field-reader';
import { simplify } from '../../fields/simplify';
import { executionKey } from '../../items/execution-key';
import { forEachItem, type NodeOperation } from '../operation';
import { scheduleLocator } from './schedule-fields';
import { shownSchedule } from './shown-schedule';

export const runNow: NodeOperation = {
	value: 'runNow',
	name: 'Run Now',
	action: 'Run a schedule now',
	description: 'Start a run of a schedule now. The gateway refuses it while another run is active.',
	properties: [scheduleLocator, simplify],
	execute: forEachItem(async (context, itemIndex) => {
		const id = new FieldReader(context, itemIndex).locator(scheduleLocator);
		const schedule = await runSchedule(context, id, executionKey(context, itemIndex), itemIndex);
		return { json: await shownSchedule(context, schedule, itemIndex) };
	}),
};
