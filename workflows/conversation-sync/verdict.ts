import { type EndingOf, type Verdict, verdictOnItems } from '../task/outcomes';
import type { ConversationSyncResult } from './contract';

/** A sync has no end of its own and never completes. A later version may end one. */
export function verdictOn(result: ConversationSyncResult): Verdict<EndingOf<'conversation-sync'>> {
	const { conversations, messages, withoutTranscript } = result;
	const message = `${conversations} conversations with ${messages} messages synced, ${withoutTranscript} without a transcript.`;
	return verdictOnItems(conversations, conversations + withoutTranscript, message);
}
