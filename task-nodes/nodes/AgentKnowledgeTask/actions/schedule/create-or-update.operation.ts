import type { INodeProperties } from 'n8n-workflow';
import { connectionLocator } from '../../fields/connection-locator';
import { FieldReader } from '../../fields/field-reader';
import { simplify } from '../../fields/simplify';
import { conversationExportScheduled } from '../../task-types/conversation-export';
import { knowledgeSyncFetched } from '../../task-types/knowledge-sync';
import { leadExportScheduled } from '../../task-types/lead-export';
import { nightlyRetrain, nightlyRetrainOfOne } from '../../task-types/nightly-retrain';
import type { TaskType } from '../../task-types/task-type';
import { weeklyReport } from '../../task-types/weekly-report';
import { forEachWrite } from '../for-each-write';
import type { NodeOperation } from '../operation';
import { readSchedule, sendSchedule } from './save-schedule';
import { scheduleName, timeZone, timingOptions } from './schedule-fields';
import { readTimes, timeFields } from './times';

/** What can be scheduled, by the value of the field Task. */
const SCHEDULABLE = {
	exportConversations: conversationExportScheduled,
	exportLeads: leadExportScheduled,
	keepInStep: knowledgeSyncFetched,
	reportWeekly: weeklyReport,
	retrainMany: nightlyRetrain,
	retrainOne: nightlyRetrainOfOne,
} as const satisfies Record<string, TaskType>;

const scheduledTask = {
	displayName: 'Task',
	name: 'scheduledTask',
	type: 'options',
	options: [
		{ name: 'Export Conversations to a File', value: 'exportConversations' },
		{ name: 'Export Leads to a File', value: 'exportLeads' },
		{ name: 'Keep Knowledge in Step', value: 'keepInStep' },
		{ name: 'Make a Weekly Report', value: 'reportWeekly' },
		{ name: 'Retrain an Agent', value: 'retrainOne' },
		{ name: 'Retrain Many Agents', value: 'retrainMany' },
	],
	default: 'retrainMany',
	description: 'The task that each run starts',
} as const satisfies INodeProperties;

const choices = Object.entries<TaskType>(SCHEDULABLE);

const taskFields = ofTasks('fields', 'scheduledTask');
/** Inside a collection, a field of the form is named from the root. */
const taskOptions = ofTasks('options', '/scheduledTask');

/** A field of several tasks appears once. @param choice how the field's conditions name the field Task */
function ofTasks(kind: 'fields' | 'options', choice: string): INodeProperties[] {
	return [...new Set(choices.flatMap(([, type]) => type[kind]))].map((field) => {
		const shownFor = choices.filter(([, type]) => type[kind].includes(field)).map(([value]) => value);
		return { ...field, displayOptions: { show: { ...field.displayOptions?.show, [choice]: shownFor } } };
	});
}

export const createOrUpdate: NodeOperation = {
	value: 'createOrUpdate',
	name: 'Create or Update',
	action: 'Create or update a schedule',
	description: 'Run a task every hour, day, week or month, or by a cron expression. A schedule of the name is changed.',
	properties: [
		...[scheduleName('weekly-export'), scheduledTask, connectionLocator],
		...[...taskFields, ...timeFields, timeZone, simplify],
	],
	options: [...taskOptions, ...timingOptions],
	execute: forEachWrite({
		async read(context, itemIndex) {
			const chosen = new FieldReader(context, itemIndex).choice(scheduledTask) as keyof typeof SCHEDULABLE;
			return await readSchedule(context, { type: SCHEDULABLE[chosen], readTimes }, itemIndex);
		},
		send: sendSchedule,
	}),
};
