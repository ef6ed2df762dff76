import type { INodeProperties } from 'n8n-workflow';
import { eventOptions } from './events';

export const eventsField = {
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	options: [...eventOptions],
	default: ['task.failed'],
	required: true,
	description: 'The events that start the workflow',
} satisfies INodeProperties;

export const connectionField = {
	displayName: 'Connection',
	name: 'connection',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description:
		"Only events of tasks of this connection of the worker's configuration. Default: events of all connections.",
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'All connections',
			typeOptions: { searchListMethod: 'searchConnections', searchable: true },
		},
		{ displayName: 'By Name', name: 'name', type: 'string', placeholder: 'e.g. production' },
	],
} satisfies INodeProperties;

export const triggerProperties: INodeProperties[] = [
	eventsField,
	connectionField,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Test Event',
				name: 'testEvent',
				type: 'options',
				options: [
					{
						name: 'Next Real Event',
						value: 'real',
						description: 'Wait for an event that happens while the editor listens',
					},
					{
						name: 'Sample',
						value: 'sample',
						description: 'The gateway sends an invented event of the first type in Events at once',
					},
				],
				default: 'sample',
				description: 'What the editor receives when it listens for a test event. A published workflow ignores it.',
			},
		],
	},
];
