import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, INodeProperties, ITriggerFunctions } from 'n8n-workflow';
import { onlyConnection } from '../AgentKnowledgeTask/fields/connection-locator';
import type { SyncIdentity } from '../gateway/flow-syncs';
import { textOf } from '../gateway/gateway-responses';
import {
	agentLocator,
	batchSize,
	connectionLocator,
	intervalSeconds,
	leadsFrom,
	maxAttempts,
	retryPauseSeconds,
	startDate,
} from './properties';

/** What the fields of the node hold, checked. */
export interface TriggerSettings {
	identity: SyncIdentity;
	/** The name of the flow, for people. */
	label: string;
	/** now, a day, or all leads. */
	from: { from?: string };
	batchSize: number;
	maxAttempts: number;
	intervalSeconds: number;
	retryPauseSeconds: number;
}

type NumberField = Pick<INodeProperties, 'displayName' | 'name'> & {
	default: number;
	typeOptions: { minValue: number; maxValue: number };
};

const MOST_LABEL = 200;

/** @throws NodeOperationError that names the wrong field */
export async function readSettings(context: ITriggerFunctions): Promise<TriggerSettings> {
	const options: unknown = context.getNodeParameter('options', {});
	const given = (typeof options === 'object' && options !== null ? options : {}) as IDataObject;
	const { id, name } = context.getWorkflow();
	return {
		identity: {
			connection: locatorValue(context, connectionLocator) || (await onlyConnection(context)),
			agentId: chosen(context, agentLocator),
			flow: flowName(context),
		},
		label: (name ?? id ?? '').trim().slice(0, MOST_LABEL) || 'Unnamed flow',
		from: startOf(context),
		batchSize: whole(context, batchSize, context.getNodeParameter(batchSize.name, batchSize.default)),
		maxAttempts: whole(context, maxAttempts, given[maxAttempts.name]),
		intervalSeconds: whole(context, intervalSeconds, given[intervalSeconds.name]),
		retryPauseSeconds: whole(context, retryPauseSeconds, given[retryPauseSeconds.name]),
	};
}

/** One destination for each n8n, flow and node: a copied flow gets all leads for itself. */
function flowName(context: ITriggerFunctions): string {
	const parts = [context.getInstanceId().slice(0, 16), context.getWorkflow().id ?? 'new', context.getNode().id];
	return `flow:${parts.map((part) => part.replace(/[^\w-]/g, '_').slice(0, 48)).join('.')}`;
}

function startOf(context: ITriggerFunctions): { from?: string } {
	switch (context.getNodeParameter(leadsFrom.name, leadsFrom.default)) {
		case 'all':
			return {};
		case 'day': {
			const day = textOf(context.getNodeParameter(startDate.name, '')).trim().slice(0, 10);
			if (/^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))) return { from: day };
			throw wrong(context, startDate, 'must be a day as YYYY-MM-DD');
		}
		default:
			return { from: 'now' };
	}
}

function chosen(context: ITriggerFunctions, field: Pick<INodeProperties, 'displayName' | 'name'>): string {
	const value = locatorValue(context, field);
	if (value !== '') return value;
	throw wrong(context, field, 'is empty');
}

function locatorValue(context: ITriggerFunctions, { name }: Pick<INodeProperties, 'name'>): string {
	return textOf(context.getNodeParameter(name, '', { extractValue: true })).trim();
}

function whole(context: ITriggerFunctions, field: NumberField, value: unknown): number {
	const number = value === undefined || value === '' ? field.default : Number(value);
	const { minValue, maxValue } = field.typeOptions;
	if (Number.isInteger(number) && number >= minValue && number <= maxValue) return number;
	throw wrong(context, field, `must be a whole number from ${minValue} to ${maxValue}`);
}

function wrong(context: ITriggerFunctions, { displayName }: Pick<INodeProperties, 'displayName'>, what: string) {
	return new NodeOperationError(context.getNode(), `The field "${displayName}" ${what}`, {
		description: 'Correct the field, then publish the flow again. Nothing was started.',
	});
}
