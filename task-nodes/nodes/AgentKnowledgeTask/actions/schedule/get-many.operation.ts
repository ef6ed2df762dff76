import { listSchedules } from '../../../gateway/schedules';
import { simplify } from '../../fields/simplify';
import { forEachItem, type ItemData, type NodeOperation } from '../operation';
import { shownSchedule } from './shown-schedule';

export const getMany: NodeOperation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many schedules',
	description: 'Get all schedules with their next times and their newest runs',
	properties: [simplify],
	execute: forEachItem(async (context, itemIndex) => {
		const items: ItemData[] = [];
		for (const one of await listSchedules(context, itemIndex)) {
			items.push({ json: await shownSchedule(context, one, itemIndex) });
		}
		return items;
	}),
};
