import { NodeApiError } from 'n8n-workflow';
import type { IDataObject, ITriggerFunctions } from 'n8n-workflow';
import { asNodeError } from '../gateway/gateway-errors';
import { findSync, peekLead } from '../gateway/flow-syncs';
import { isRecord } from '../gateway/gateway-responses';
import type { TriggerSettings } from './settings';

/** A lead that no agent captured, with the fields of a delivered one. Its id is larger than those of real leads. */
function sampleLead(agentId: string, form: unknown): IDataObject {
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
		...(form === undefined ? {} : { conversation: sampleConversation(form) }),
	};
}

/** @param form extract, text or json. Each has what the forms before it have */
function sampleConversation(form: unknown): IDataObject {
	const [asked, answered] = ['Do you ship to Exampleland?', 'Yes, within a week.'];
	const [askedAt, answeredAt] = ['2026-01-01T11:58:00.000Z', '2026-01-01T11:59:00.000Z'];
	const messages = [
		{ from: 'visitor', text: asked, sentAt: askedAt },
		{ from: 'assistant', text: answered, sentAt: answeredAt },
	];
	return {
		missing: null,
		firstQuestion: asked,
		lastAnswer: answered,
		page: 'https://www.example.com/',
		lastMessageAt: answeredAt,
		cut: false,
		...(form === 'extract' ? {} : { text: `visitor (${askedAt}): ${asked}\n\nassistant (${answeredAt}): ${answered}` }),
		...(form === 'json' ? { messages } : {}),
	};
}

/**
 * Whether a lead that waits has its conversation as the node wants it now. The flow may have been published with another
 * choice, and the next publication changes what later leads bring.
 */
function isInForm({ conversation }: IDataObject, form: unknown): boolean {
	if (form === undefined || !isRecord(conversation)) return form === undefined && conversation === undefined;
	if (conversation['missing'] !== null) return true;
	return 'text' in conversation === (form !== 'extract') && 'messages' in conversation === (form === 'json');
}

/**
 * For a test in the editor: the next lead, which stays in the queue. If none waits, or if it does not look like those that
 * the node would bring with its settings of now, a sample.
 */
export async function leadForTest(
	context: ITriggerFunctions,
	{ identity, agents, conversation }: TriggerSettings,
): Promise<IDataObject> {
	try {
		const waiting = await peekLead(context, await findSync(context, identity));
		if (waiting !== null && isInForm(waiting, conversation['conversation'])) return waiting;
	} catch (error) {
		// The flow was never published, or its sync was cancelled.
		const status = error instanceof NodeApiError ? error.httpCode : null;
		if (status !== '404' && status !== '409') throw asNodeError(error, { node: context.getNode() });
	}
	return sampleLead(identity.agentId ?? agents.agentIds?.[0] ?? 'agent_sample', conversation['conversation']);
}
