import type { INodeProperties } from 'n8n-workflow';
import type { InputFields } from '../AgentKnowledgeTask/fields/issue-label';
import { agentIds } from '../AgentKnowledgeTask/fields/agent-choice';
import { connectionLocator } from '../AgentKnowledgeTask/fields/connection-locator';
import { duration } from '../AgentKnowledgeTask/fields/duration';
import { settlingFields, settlingInputs } from '../AgentKnowledgeTask/fields/lead-conversation';
import { leadFilterFields, leadFilterInputs } from '../AgentKnowledgeTask/fields/lead-filter';
import { oneAgent, syncedAgentFields, syncedAgents } from '../AgentKnowledgeTask/fields/synced-agents';

export { agentIds, connectionLocator, oneAgent, syncedAgents };

export const leadsFrom = {
	displayName: 'Leads',
	name: 'leadsFrom',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'All', value: 'all', description: 'First all existing leads, then each new one' },
		{ name: 'From a Day', value: 'day', description: 'Only leads captured on this day (UTC) or later' },
		{ name: 'From Now', value: 'now', description: 'Only leads captured after the flow is first published' },
	],
	default: 'now',
	description: 'Which leads the flow gets. The first publication decides; a later change has no effect.',
} as const satisfies INodeProperties;

export const startDate = {
	displayName: 'First Day',
	name: 'startDate',
	type: 'dateTime',
	default: '',
	required: true,
	displayOptions: { show: { leadsFrom: ['day'] } },
	description: 'The first day (UTC). Only its date counts, not its time. Earlier leads are skipped.',
} as const satisfies INodeProperties;

export const batchSize = {
	displayName: 'Leads per Execution',
	name: 'batchSize',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 100, numberPrecision: 0 },
	default: 1,
	description:
		'The most leads that one execution gets as items. All of them are done or failed together. A failed lead comes again alone.',
} as const satisfies INodeProperties;

export const maxAttempts = {
	displayName: 'Attempts',
	name: 'maxAttempts',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 20, numberPrecision: 0 },
	default: 3,
	description: 'Executions that may fail before the lead goes to the refused leads of the sync',
} as const satisfies INodeProperties;

export const interval = duration({
	displayName: 'Check Every',
	name: 'interval',
	description: 'The time between two checks for new leads, from 10 seconds to 1 day. Default: 1 minute.',
	amount: 1,
	unit: 'minutes',
});

export const retryPause = duration({
	displayName: 'Retry After',
	name: 'retryPause',
	description:
		'The pause before a failed lead comes again, up to 1 day. Each further pause is twice as long. Default: 1 minute.',
	amount: 1,
	unit: 'minutes',
});

const options = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [maxAttempts, interval, retryPause, ...leadFilterFields, ...settlingFields],
} as const satisfies INodeProperties;

const atLeastOnce = {
	displayName:
		'A lead is done when its execution succeeds. Each lead comes at least once: after a crash it can come again. To avoid duplicates, look up the ID of the lead in the target before you create a record. Do not use a node that waits, such as Wait or Retrain and Wait: put that part into a second flow.',
	name: 'atLeastOnce',
	type: 'notice',
	default: '',
} as const satisfies INodeProperties;

export const leadTriggerProperties: INodeProperties[] = [
	atLeastOnce,
	connectionLocator,
	...syncedAgentFields,
	leadsFrom,
	startDate,
	batchSize,
	options,
];

/** The field of the node for each part of a request to open the sync. */
export const inputFields: InputFields = {
	connection: connectionLocator,
	agentId: oneAgent,
	agentIds,
	from: startDate,
	maxAttempts,
	intervalSeconds: interval,
	retryPauseSeconds: retryPause,
	...leadFilterInputs,
	...settlingInputs,
};
