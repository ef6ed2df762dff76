import type { RereadRules, RoundKind } from '../../../workflows/conversation-sync/activities';
import type { KnownConversation, ListedConversation } from '../../destinations/conversations';
import { isResolved } from '../../storage/conversation-files/shown-conversation';

/** Of the time since the last change: a conversation that was quiet for an hour is read again after 15 minutes. */
const OF_QUIET = 1 / 4;

/** What the service may give out later, although the record is the same. */
const WITHOUT_TRANSCRIPT: ReadonlyArray<KnownConversation['outcome']> = ['refused', 'failed', 'invalid'];

/**
 * Whether a conversation has to be read again. The API has no filter for changes, so the record of the list decides. A
 * list need not show that a message came, so an unresolved conversation is read again while it is young: the longer it
 * was quiet, the later.
 * @param now milliseconds since 1970
 */
export function isDue(
	{ record, hash }: ListedConversation,
	known: KnownConversation,
	{ rules, kind, now }: { rules: RereadRules; kind: RoundKind; now: number },
): boolean {
	const { outcome, readAt, changedAt } = known;
	if (hash !== known.hash) return true;
	// It waits for its first read.
	if (outcome === null || readAt === null) return false;
	if (readAt < rules.rereadAt) return true;
	if (WITHOUT_TRANSCRIPT.includes(outcome)) return kind === 'full';
	const quietMs = now - (changedAt ?? readAt);
	const hasWaited = now - readAt >= quietMs * OF_QUIET;
	// The list still shows it: soon after the deletion it may be back, and later the list is out of date.
	if (outcome === 'deleted') return hasWaited;
	return quietMs <= rules.openMs && hasWaited && !isResolved(record);
}
