import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { isRecord } from '../../../gateway/gateway-responses';
import { listTasks } from '../../../gateway/tasks';
import { agentLocator } from '../../fields/agent-locator';
import { type Field, FieldReader } from '../../fields/field-reader';
import { asText, asTime } from '../../fields/field-values';
import { simplify } from '../../fields/simplify';
import { forEachItem, type ItemData, type NodeOperation } from '../operation';
import { shownTask } from '../../items/task-item';

const returnAll = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
} as const satisfies INodeProperties;

const limit = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	displayOptions: { show: { returnAll: [false] } },
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 50,
	description: 'Max number of results to return',
} as const satisfies INodeProperties;

const agent = {
	displayName: 'Agent',
	name: 'agentId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'Only tasks of this agent. A task of several agents belongs to none.',
	typeOptions: { loadOptionsDependsOn: ['filters.connection'] },
	modes: agentLocator.modes,
} as const satisfies INodeProperties;

const time = <Name extends string>(displayName: string, name: Name, what: string) =>
	({
		displayName,
		name,
		type: 'dateTime',
		default: '',
		description: `Only tasks that ${what}, in the time zone of the workflow`,
	}) as const satisfies INodeProperties;

const times = {
	endedBefore: time('Ended Before', 'endedBefore', 'ended before this time'),
	endedFrom: time('Ended After', 'endedFrom', 'ended at this time or later'),
	startedBefore: time('Started Before', 'startedBefore', 'started before this time'),
	startedFrom: time('Started After', 'startedFrom', 'started at this time or later'),
} as const;

const flag = <Name extends string>(displayName: string, name: Name, description: string) =>
	({ displayName, name, type: 'boolean', default: true, description }) as const satisfies INodeProperties;

const text = <Name extends string>(displayName: string, name: Name, description: string) =>
	({ displayName, name, type: 'string', default: '', description }) as const satisfies INodeProperties;

const filters = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		agent,
		{
			displayName: 'Connection',
			name: 'connection',
			type: 'string',
			default: '',
			placeholder: 'e.g. production',
			description: 'Only tasks of this connection',
		},
		times.endedFrom,
		times.endedBefore,
		flag('Has Ended', 'ended', 'Whether to return tasks that have ended. Off: only running tasks.'),
		text('Name or ID', 'search', 'Only tasks whose ID begins with this, or with this part of a name in it'),
		flag(
			'Needs a Look',
			'needsAttention',
			'Whether to return ended tasks that somebody has to look at. Off: only the others.',
		),
		times.startedFrom,
		times.startedBefore,
		text('Started By', 'parent', 'Only the tasks that the task with this ID has started'),
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{ name: 'Cancelled', value: 'cancelled' },
				{ name: 'Completed', value: 'completed' },
				{ name: 'Failed', value: 'failed' },
				{ name: 'Running', value: 'running' },
				{ name: 'Timed Out', value: 'timed_out' },
			],
			default: 'running',
			description: 'Only tasks with this status',
		},
		{
			displayName: 'Task',
			name: 'type',
			type: 'options',
			options: [
				{ name: 'Act on Many Tasks', value: 'bulk-action' },
				{ name: 'Add Many Sources', value: 'add-sources' },
				{ name: 'Export Conversations to a File', value: 'conversation-export' },
				{ name: 'Export Leads to a File', value: 'lead-export' },
				{ name: 'Keep Knowledge in Step', value: 'knowledge-sync' },
				{ name: 'Make a Weekly Report', value: 'weekly-report' },
				{ name: 'Retrain an Agent', value: 'retrain-and-wait' },
				{ name: 'Retrain Many Agents', value: 'nightly-retrain' },
				{ name: 'Send an Email After Approval', value: 'email-send-with-review' },
				{ name: 'Start for Each Connection', value: 'for-each-connection' },
				{ name: 'Sync Conversations to a Database', value: 'conversation-sync' },
				{ name: 'Sync Leads to a CRM', value: 'lead-sync' },
			],
			default: 'retrain-and-wait',
			description: 'Only tasks of this type',
		},
		flag(
			'Waits for a Person',
			'waitsForPerson',
			'Whether to return tasks that wait until a person decides or acts. Off: only the others.',
		),
	],
} as const satisfies INodeProperties;

async function run(context: IExecuteFunctions, itemIndex: number): Promise<ItemData[]> {
	const read = new FieldReader(context, itemIndex);
	const most = read.flag(returnAll) ? Number.MAX_SAFE_INTEGER : read.count(limit);
	const tasks = await listTasks(context, readFilters(read), most, itemIndex);
	const items: ItemData[] = [];
	for (const task of tasks) items.push({ json: await shownTask(context, task, itemIndex) });
	return items;
}

/** The gateway checks the other values. A filter without one is not sent. */
function readFilters(read: FieldReader): IDataObject {
	const { context, itemIndex } = read;
	const value: unknown = context.getNodeParameter(filters.name, itemIndex, {});
	if (!isRecord(value)) return {};
	const { agentId: chosen, ...others } = value;
	const agentId = read.optionalIn(agent, isRecord(chosen) ? chosen['value'] : chosen, asText);
	const timeIn = (field: Field) =>
		read.optionalIn(field, value[field.name], (given) => asTime(given, context.getTimezone()));
	const all = Object.entries({
		...others,
		agentId,
		startedFrom: timeIn(times.startedFrom),
		startedBefore: timeIn(times.startedBefore),
		endedFrom: timeIn(times.endedFrom),
		endedBefore: timeIn(times.endedBefore),
	});
	return Object.fromEntries(all.filter(([, one]) => one !== '' && one !== undefined));
}

export const getMany: NodeOperation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many tasks',
	description: 'Get the running and ended tasks, newest first, without their results',
	properties: [returnAll, limit, filters, simplify],
	execute: forEachItem(run),
};
