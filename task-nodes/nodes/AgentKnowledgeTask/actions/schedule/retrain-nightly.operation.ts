import { connectionLocator } from '../../fields/connection-locator';
import { simplify } from '../../fields/simplify';
import { nightlyRetrain } from '../../task-types/nightly-retrain';
import { forEachWrite } from '../for-each-write';
import type { NodeOperation } from '../operation';
import { readSchedule, sendSchedule } from './save-schedule';
import { scheduleName, timeZone, timingOptions } from './schedule-fields';
import { nightFields, readNight } from './times';

/** The most common schedule, with few fields. */
export const retrainNightly: NodeOperation = {
	value: 'retrainNightly',
	name: 'Retrain Agents Nightly',
	action: 'Retrain agents nightly',
	description: 'Create or update a schedule that refreshes the knowledge of all or chosen agents every night',
	properties: [
		...[connectionLocator, ...nightlyRetrain.fields, ...nightFields, timeZone],
		...[scheduleName('nightly-retrain'), simplify],
	],
	options: [...nightlyRetrain.options, ...timingOptions],
	execute: forEachWrite({
		read: async (context, itemIndex) =>
			await readSchedule(context, { type: nightlyRetrain, readTimes: readNight }, itemIndex),
		send: sendSchedule,
	}),
};
