import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, INodeProperties, ITriggerFunctions } from 'n8n-workflow';
import { onlyConnection } from '../AgentKnowledgeTask/fields/connection-locator';
import {
	asCount,
	asDay,
	asList,
	asSeconds,
	asText,
	FieldProblem,
	isEmpty,
} from '../AgentKnowledgeTask/fields/field-values';
import { readSettling } from '../AgentKnowledgeTask/fields/lead-conversation';
import { readLeadFilter } from '../AgentKnowledgeTask/fields/lead-filter';
import type { SyncIdentity } from '../gateway/flow-syncs';
import { textOf } from '../gateway/gateway-responses';
import {
	agentIds,
	batchSize,
	connectionLocator,
	interval,
	leadsFrom,
	maxAttempts,
	oneAgent,
	retryPause,
	startDate,
	syncedAgents,
} from './properties';

export interface TriggerSettings {
	identity: SyncIdentity;
	/** Without the agent of the identity: the chosen ones. Empty: all. */
	agents: { agentIds?: string[] };
	/** The name of the flow, for people. */
	label: string;
	/** Empty: all leads. `from`: "now" or a day. */
	from: { from?: string };
	batchSize: number;
	maxAttempts: number;
	intervalSeconds: number;
	retryPauseSeconds: number;
	/** Which leads are wanted, by the gateway's names. Empty: all. */
	filter: Record<string, string[] | string>;
	/** What leads bring of their conversation, by the gateway's names. Empty: nothing. */
	conversation: Record<string, string | number>;
}

type Field = Pick<INodeProperties, 'displayName' | 'name'>;
type CountField = Field & { default: number; typeOptions: { maxValue: number } };

const MOST_LABEL = 200;
/** The default of a duration that is not among the Options. */
const MINUTE = { duration: { amount: 1, unit: 'minutes' } };

/** @throws NodeOperationError that names the invalid field */
export async function readSettings(context: ITriggerFunctions): Promise<TriggerSettings> {
	const options: unknown = context.getNodeParameter('options', {});
	const given = (typeof options === 'object' && options !== null ? options : {}) as IDataObject;
	const { id, name } = context.getWorkflow();
	const whose = textOf(context.getNodeParameter(syncedAgents.name, syncedAgents.default));
	return {
		identity: {
			connection: locatorValue(context, connectionLocator) || (await onlyConnection(context)),
			...(whose === 'one' ? { agentId: chosen(context, oneAgent) } : {}),
			flow: flowName(context),
		},
		agents: whose === 'chosen' ? { agentIds: chosenAgents(context) } : {},
		label: (name ?? id ?? '').trim().slice(0, MOST_LABEL) || 'Unnamed flow',
		from: startOf(context),
		batchSize: count(context, batchSize, context.getNodeParameter(batchSize.name, batchSize.default)),
		maxAttempts: count(context, maxAttempts, given[maxAttempts.name]),
		intervalSeconds: checked(context, interval, given[interval.name] ?? MINUTE, asSeconds),
		retryPauseSeconds: checked(context, retryPause, given[retryPause.name] ?? MINUTE, asSeconds),
		filter: readLeadFilter((field, as) => checked(context, field, given[field.name] ?? '', as)),
		conversation: readSettling((field, as) => checked(context, field, given[field.name] ?? '', as)),
	};
}

/** Distinct for each n8n, flow and node, so that a copied flow also gets all leads. */
function flowName(context: ITriggerFunctions): string {
	const parts = [context.getInstanceId().slice(0, 16), context.getWorkflow().id ?? 'new', context.getNode().id];
	return `flow:${parts.map((part) => part.replace(/[^\w-]/g, '_').slice(0, 48)).join('.')}`;
}

function startOf(context: ITriggerFunctions): { from?: string } {
	switch (context.getNodeParameter(leadsFrom.name, leadsFrom.default)) {
		case 'all':
			return {};
		case 'day':
			return { from: checked(context, startDate, context.getNodeParameter(startDate.name, ''), asDay) };
		default:
			return { from: 'now' };
	}
}

function chosenAgents(context: ITriggerFunctions): string[] {
	return checked(context, agentIds, context.getNodeParameter(agentIds.name, []), (value) => {
		const ids = asList(value);
		if (ids.length === 0) throw new FieldProblem('is empty');
		return ids;
	});
}

function chosen(context: ITriggerFunctions, field: Field): string {
	return checked(context, field, locatorValue(context, field), asText);
}

function locatorValue(context: ITriggerFunctions, { name }: Field): string {
	return textOf(context.getNodeParameter(name, '', { extractValue: true })).trim();
}

function count(context: ITriggerFunctions, field: CountField, value: unknown): number {
	const { maxValue } = field.typeOptions;
	return checked(context, field, isEmpty(value) ? field.default : value, (given) => {
		const found = asCount(given, 1);
		if (found > maxValue) throw new FieldProblem(`must be at most ${maxValue}, but is ${found}`);
		return found;
	});
}

function checked<T>(
	context: ITriggerFunctions,
	{ displayName }: Field,
	value: unknown,
	read: (value: unknown) => T,
): T {
	try {
		return read(value);
	} catch (error) {
		const what = error instanceof FieldProblem ? error.message : String(error);
		throw new NodeOperationError(context.getNode(), `The field "${displayName}" ${what}`, {
			description: 'Correct the field, then publish the flow again. Nothing was started.',
		});
	}
}
