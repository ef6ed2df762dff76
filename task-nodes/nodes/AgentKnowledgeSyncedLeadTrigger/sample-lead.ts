import { NodeApiError } from 'n8n-workflow';
import type { IDataObject, ITriggerFunctions } from 'n8n-workflow';
import { asNodeError } from '../gateway/gateway-errors';
import { findSync, peekLead } from '../gateway/flow-syncs';
import type { TriggerSettings } from './settings';

/** A lead that no agent captured, with the fields of a delivered one. Its id is larger than those of real leads. */
function sampleLead(agentId: string): IDataObject {
	return {
		id: 999_999_999,
		agentId,
		conversationId: 'conversation_sample',
		name: 'Sample Lead',
		email: 'sample.lead@example.com',
		phone: '+1 555 0100',
		city: 'Sampletown',
		country: 'Exampleland',
		countryCode: 'XX',
		fields: { company: 'Example Inc.' },
		capturedAt: '2026-01-01T12:00:00.000Z',
	};
}

/** For a test in the editor: the next lead, which stays in the queue, or a sample if none waits. */
export async function leadForTest(
	context: ITriggerFunctions,
	{ identity, agents }: TriggerSettings,
): Promise<IDataObject> {
	try {
		const waiting = await peekLead(context, await findSync(context, identity));
		if (waiting !== null) return waiting;
	} catch (error) {
		// The flow was never published, or its sync was cancelled.
		const status = error instanceof NodeApiError ? error.httpCode : null;
		if (status !== '404' && status !== '409') throw asNodeError(error, { node: context.getNode() });
	}
	return sampleLead(identity.agentId ?? agents.agentIds?.[0] ?? 'agent_sample');
}
