import type { IDataObject } from 'n8n-workflow';
import {
	type ConversationForm,
	leadConversation,
	type LeadConversation,
	noConversation,
	type NoConversation,
} from '../../AgentKnowledge/generated/lead-conversation';
import type { Api } from '../../AgentKnowledge/transport/api';
import { ApiFailure, lacksScope } from '../../AgentKnowledge/transport/api-failure';
import { rowOf } from '../../AgentKnowledge/transport/row';
import type { Conversations, Reading } from '../watch/with-conversations';

/** What leads bring of their conversation. */
export interface WantedConversation {
	form: ConversationForm;
	/** The most characters. */
	size: number;
	/** Milliseconds after the last message in which a lead waits. */
	settleMs: number;
}

/** How long a lead waits at most after its capture. */
const LONGEST_MS = 3_600_000;

/** The conversations of an agent's leads. Undefined: they come without. */
export function conversationsOf(
	api: Api,
	agentId: string,
	wanted: WantedConversation | undefined,
): Conversations | undefined {
	if (wanted === undefined) return undefined;
	const { form, size, settleMs } = wanted;
	return {
		async check() {
			await api.call('listConversations', { params: { id: agentId }, query: { limit: 1 } });
		},
		// A time of capture far in the future says nothing.
		waitsUntil: (at) => (at === null || at > Date.now() + LONGEST_MS ? 0 : at + Math.min(settleMs, LONGEST_MS)),
		async find(key) {
			try {
				return rowOf(await api.call('getLead', { params: { id: agentId, leadId: Number(key) } }));
			} catch (error) {
				return nullIfGone(error);
			}
		},
		async read(lead) {
			const id = lead.conversationId;
			if (typeof id !== 'string' || id === '') return without(lead, 'no_id');
			try {
				const shown = await api.call('getConversation', { params: { id } });
				const of = rowOf(shown).agentId;
				if (typeof of === 'string' && of !== agentId) return without(lead, 'other_agent');
				return settled(lead, leadConversation({ ...shown }, form, size), settleMs);
			} catch (error) {
				return failed(lead, error);
			}
		},
	};
}

/** @throws the failure, unless the service no longer has the lead */
function nullIfGone(error: unknown): null {
	if (error instanceof ApiFailure && error.fields.status === 404) return null;
	throw error;
}

function without(lead: IDataObject, missing: NoConversation): Reading {
	return { outcome: 'over', lead: withConversation(lead, noConversation(missing)) };
}

function withConversation(lead: IDataObject, conversation: LeadConversation): IDataObject {
	return { ...lead, conversation: rowOf(conversation) };
}

function settled(lead: IDataObject, conversation: LeadConversation, settleMs: number): Reading {
	const { lastMessageAt } = conversation;
	const captured = typeof lead.capturedAt === 'string' ? Date.parse(lead.capturedAt) : Number.NaN;
	const over = lastMessageAt === null ? 0 : Date.parse(lastMessageAt) + settleMs;
	const goesOn = Math.min(over, captured + LONGEST_MS) > Date.now();
	return { outcome: goesOn ? 'goes-on' : 'over', lead: withConversation(lead, conversation) };
}

/** @throws the error, if it says something of the key or of the whole service */
function failed(lead: IDataObject, error: unknown): Reading {
	if (!(error instanceof ApiFailure) || lacksScope(error)) throw error;
	const { status } = error.fields;
	if (status === 429) return { outcome: 'no-turn', error };
	if (status === null || status === 401) throw error;
	if (status === 404) return without(lead, 'deleted');
	if (status >= 400 && status < 500) return without(lead, 'refused');
	return { outcome: 'failed', lead: withConversation(lead, noConversation('failed')) };
}
