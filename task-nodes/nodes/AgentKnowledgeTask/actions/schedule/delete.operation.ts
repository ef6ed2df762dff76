import { deleteSchedule } from '../../../gateway/schedules';
import { FieldReader } from '../../fields/field-reader';
import { forEachItem, type NodeOperation } from '../operation';
import { scheduleLocator } from './schedule-fields';

export const deleteOne: NodeOperation = {
	value: 'delete',
	name: 'Delete',
	action: 'Delete a schedule',
	description: 'Delete a schedule. Tasks that it has started continue.',
	properties: [scheduleLocator],
	execute: forEachItem(async (context, itemIndex) => {
		const id = new FieldReader(context, itemIndex).locator(scheduleLocator);
		await deleteSchedule(context, id, itemIndex);
		return { json: { id, deleted: true } };
	}),
};
