import type { Repositories } from '../../database/repositories';
import { businessMoments, isoTime } from './business-hours';
import { seedConversation } from './conversations';
import { formOf, type ShopAgentId } from './forms';
import { visitorAt } from './visitors';

export interface Visits {
	agentId: ShopAgentId;
	/** Visitors who left their details. */
	leads: number;
	/** Conversations with a transcript. Two of three led to a lead. */
	transcripts: number;
	/** Number of the first visitor, so that agents share none. */
	firstVisitor: number;
}

/** Between a visitor's first message and the form. */
const UNTIL_FORM_MS = 5 * 60_000;

/**
 * Creates the visits of the past: leads with form fields, and conversations with transcripts. A lead always belongs to
 * a conversation. If the visitor sent only the form, that conversation has no messages.
 */
export function seedVisits(repositories: Repositories, visits: Visits, days: number, now: number): void {
	const { agentId, leads, transcripts, firstVisitor } = visits;
	const talkers = Math.round(transcripts / 3);
	const talkersWithLead = transcripts - talkers;
	for (const [number, startedAt] of businessMoments(leads, days, now - UNTIL_FORM_MS).entries()) {
		const visitor = visitorAt(firstVisitor + number);
		const dialogue = talkNumber(number, leads, talkersWithLead);
		const conversationId = seedConversation(repositories, { agentId, visitor, startedAt, number: dialogue });
		const capturedAt = isoTime(dialogue === null ? startedAt : startedAt + UNTIL_FORM_MS);
		const fields = formOf(agentId, number);
		repositories.leads.insert({ agentId, conversationId, ...visitor, fields, network: null, capturedAt });
	}
	for (const [number, startedAt] of businessMoments(talkers, days, now - UNTIL_FORM_MS).entries()) {
		const visitor = visitorAt(firstVisitor + leads + number);
		seedConversation(repositories, { agentId, visitor, startedAt, number: talkersWithLead + number });
	}
}

/** The number of the visitor's conversation, if this one is among those who talked: they are spread evenly. */
function talkNumber(number: number, all: number, talkers: number): number | null {
	const before = Math.floor((number * talkers) / all);
	return Math.floor(((number + 1) * talkers) / all) > before ? before : null;
}
