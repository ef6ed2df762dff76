import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import { country, emails, excludeEmails, formField, leadMatcher } from '../AgentKnowledge/actions/lead/filters';
import { agentLocator } from '../AgentKnowledge/actions/parameters/agent-locator';
import { agentChoice, agentIds } from './agents/agent-choice';
import { conversationIn, conversationOptions } from './conversation-options';
import { events } from './events';
import type { WatchOptions } from './events/event';
import { isObject } from './memory/record-fields';

const leadsPerPerson = {
	displayName: 'Leads per Person',
	name: 'leadsPerPerson',
	type: 'options',
	options: [
		{ name: 'All', value: 'all' },
		{ name: 'One', value: 'one' },
	],
	default: 'all',
	description:
		'Whether a person who leaves several leads starts the workflow once. People are known by their address, or by their telephone number if a lead has no address.',
} as const satisfies INodeProperties;

/** One event per node, because each poll costs some of the key's 60 requests a minute (docs/trigger.md). */
export function triggerProperties(): INodeProperties[] {
	const options = events.map(({ name, value, description }) => ({ name, value, description }));
	const ofSeveral = events.filter(({ nothing }) => nothing.messageOfSeveral !== undefined).map(({ value }) => value);
	const oneAgent: INodeProperties = { ...agentLocator, description: 'The agent to watch' };
	return [
		{
			displayName: 'Event',
			name: 'event',
			type: 'options',
			noDataExpression: true,
			options: options.sort((one, other) => one.name.localeCompare(other.name)),
			default: 'newLead',
			required: true,
			description: 'The event that starts the workflow',
		},
		{ ...agentChoice, displayOptions: { show: { event: ofSeveral } } },
		{ ...oneAgent, displayOptions: { hide: { event: ofSeveral } } },
		{ ...oneAgent, displayOptions: { show: { event: ofSeveral, agents: ['one'] } } },
		{ ...agentIds, displayOptions: { show: { event: ofSeveral, agents: ['chosen'] } } },
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			displayOptions: { show: { event: valuesOf('isOfLeads') } },
			description: 'Leads that do not match count as seen, and start nothing',
			options: [country, excludeEmails, formField, leadsPerPerson, emails],
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			displayOptions: { show: { event: valuesOf('isOfLeads') } },
			options: [...conversationOptions],
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			displayOptions: { show: { event: valuesOf('seesChanges') } },
			options: [
				{
					displayName: 'Ignored Fields',
					name: 'ignoredFields',
					type: 'string',
					default: '',
					placeholder: 'e.g. rating, visitor.city',
					description: 'Fields whose changes do not start the workflow, separated by commas',
				},
				{
					displayName: 'Include New',
					name: 'includeNew',
					type: 'boolean',
					default: false,
					description:
						'Whether new records start the workflow too. Then none is missed that is created and changed between two polls.',
				},
			],
		},
	];
}

function valuesOf(property: 'isOfLeads' | 'seesChanges'): string[] {
	return events.filter((event) => event[property]).map(({ value }) => value);
}

/** What the person chose, also for an event that has no options. */
export function watchOptions(context: IPollFunctions): WatchOptions {
	const options: unknown = context.getNodeParameter('options', {});
	const { ignoredFields = '', includeNew = false } = isObject(options) ? options : {};
	const filters: unknown = context.getNodeParameter('filters', {});
	const names = typeof ignoredFields === 'string' ? ignoredFields.split(',') : [];
	return {
		ignoredFields: names.map((name) => name.trim()).filter((name) => name !== ''),
		withNew: includeNew === true,
		isWanted: leadMatcher(isObject(filters) ? filters : {}),
		onePerPerson: isObject(filters) && filters[leadsPerPerson.name] === 'one',
		conversation: conversationIn(context.getNode(), isObject(options) ? options : {}),
	};
}
