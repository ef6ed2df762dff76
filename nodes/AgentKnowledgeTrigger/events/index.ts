import { agentReady } from './agent-ready';
import { codConfirmationChanged } from './cod-confirmation-changed';
import { conversationChanged } from './conversation-changed';
import type { TriggerEvent } from './event';
import { newCodConfirmation } from './new-cod-confirmation';
import { newConversation } from './new-conversation';
import { newLead } from './new-lead';
import { newQaPair } from './new-qa-pair';
import { newSource } from './new-source';
import { newUnansweredQuestion } from './new-unanswered-question';
import { sourceSettled } from './source-settled';
import { trainingFinished } from './training-finished';

/** Every event of the trigger. A new one is a file here, and its name in this list. */
export const events: readonly TriggerEvent[] = [
	newLead,
	newConversation,
	newSource,
	newQaPair,
	newCodConfirmation,
	conversationChanged,
	codConfirmationChanged,
	sourceSettled,
	trainingFinished,
	agentReady,
	newUnansweredQuestion,
];

/** @returns the event the user chose, or undefined if there is none of that name */
export function findEvent(value: unknown): TriggerEvent | undefined {
	return events.find((event) => event.value === value);
}
