import { runSchedule } from '../../../gateway/schedules';
import { simplify } from '../../fields/simplify';
import { executionKey } from '../../items/execution-key';
import { forEachWrite } from '../for-each-write';
import type { NodeOperation } from '../operation';
import { readScheduleId, scheduleLocator } from './schedule-fields';
import { shownSchedule } from './shown-schedule';

export const runNow: NodeOperation = {
	value: 'runNow',
	name: 'Run Now',
	action: 'Run a schedule now',
	description: 'Start a run of a schedule now. The gateway refuses it while another run is active.',
	properties: [scheduleLocator, simplify],
	execute: forEachWrite({
		read: readScheduleId,
		async send(context, id, itemIndex) {
			const schedule = await runSchedule(context, id, executionKey(context, itemIndex), itemIndex);
			return { json: await shownSchedule(context, schedule, itemIndex) };
		},
	}),
};
