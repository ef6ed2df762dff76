import type { ConversationForm } from '../../api';

/** What leads bring of their conversation. */
export interface WantedConversation {
	form: ConversationForm;
	/** The most characters. */
	size: number;
	/** Milliseconds after the last message in which a lead waits. Default: it does not wait. */
	settleMs?: number | undefined;
	/** It comes before that too, and its conversation again afterwards. Default: false */
	atOnce?: boolean | undefined;
}

/** The fields of an input. Tasks that began before there were any do not have them. */
export interface ConversationInput {
	conversation?: 'none' | ConversationForm | undefined;
	conversationSize?: number | undefined;
	settleMinutes?: number | undefined;
	atOnce?: boolean | undefined;
}

/** The defaults of the fields. */
const SIZE = 10_000;
const SETTLE_MINUTES = 10;
const MINUTE_MS = 60_000;

/** Undefined: leads come without their conversation. */
export function conversationOfInput(input: ConversationInput): WantedConversation | undefined {
	const { conversation = 'none', conversationSize = SIZE, atOnce = false } = input;
	if (conversation === 'none') return undefined;
	return { form: conversation, size: conversationSize, ...(atOnce ? { atOnce } : {}) };
}

/** The same of an input that follows new leads. */
export function settledConversation(input: ConversationInput): WantedConversation | undefined {
	const { settleMinutes = SETTLE_MINUTES } = input;
	const wanted = conversationOfInput(input);
	return wanted === undefined ? undefined : { ...wanted, settleMs: settleMinutes * MINUTE_MS };
}

/** The last argument of a call. Calls without conversations have none, as those of older histories. */
export function withConversation(input: ConversationInput): [] | [WantedConversation] {
	const wanted = conversationOfInput(input);
	return wanted === undefined ? [] : [wanted];
}
