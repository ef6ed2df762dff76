import { deleteSchedule } from '../../../gateway/schedules';
import { forEachWrite } from '../for-each-write';
import type { NodeOperation } from '../operation';
import { readScheduleId, scheduleLocator } from './schedule-fields';

export const deleteOne: NodeOperation = {
	value: 'delete',
	name: 'Delete',
	action: 'Delete a schedule',
	description: 'Delete a schedule. Tasks that it has started continue.',
	properties: [scheduleLocator],
	execute: forEachWrite({
		read: readScheduleId,
		async send(context, id, itemIndex) {
			await deleteSchedule(context, id, itemIndex);
			return { json: { id, deleted: true } };
		},
	}),
};
