import { type ApiClient, ApiError, type Lead, type NoConversation, type ShownConversation } from '../../../api';
import { isPassing } from '../task/failure';
import { changed, type FailedCall, mayBeOfOne, whyMissing } from '../transcripts/why-missing';

export interface ReadOneWith extends Pick<FailedCall, 'api' | 'failing' | 'other' | 'signal'> {
	/** Whether the lead waits for an agent that is gone. Else it comes without its conversation. */
	needsAgent: boolean;
}

/**
 * The conversation of a lead, or why it comes without. One call.
 * @throws what another attempt may not meet, and what says something of the key, of its agent or of the whole service
 */
export async function readOne(
	{ id: leadId, conversationId, agentId }: Lead,
	given: ReadOneWith,
): Promise<ShownConversation | NoConversation> {
	const { api, signal } = given;
	try {
		const shown = await api.call('getConversation', { params: { id: conversationId }, signal });
		return (await isOfAnother(shown, agentId, given)) ? 'other_agent' : shown;
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		const why = await whyMissing(error, { ...given, agentId, conversationId }).catch((failure: unknown) => {
			throw naming(leadId, failure);
		});
		if (typeof why === 'string') return why;
		if (given.needsAgent) throw why.agentGone;
		return 'agent_gone';
	}
}

/** So that a person sees which lead a sync waits for. */
function naming(leadId: number, error: unknown): unknown {
	if (!(error instanceof ApiError) || !mayBeOfOne(error)) return error;
	return changed(error, { title: `The conversation of lead ${leadId} cannot be read: ${error.title}` });
}

/** Whether ids are those of agents of the key, as far as the service was asked. */
const known = new WeakMap<ApiClient, Map<string, boolean>>();

/** The specification names no such field. So only the id of one of the key's agents says that it is another one's. */
async function isOfAnother(
	shown: ShownConversation,
	agentId: string,
	{ api, signal }: Pick<ReadOneWith, 'api' | 'signal'>,
): Promise<boolean> {
	const of = shown['agentId'];
	if (typeof of !== 'string' || of === agentId) return false;
	const answers = known.get(api) ?? new Map<string, boolean>();
	known.set(api, answers);
	const isAgent = answers.get(of) ?? (await isOneOfKey(of, { api, signal }));
	answers.set(of, isAgent);
	return isAgent;
}

async function isOneOfKey(id: string, { api, signal }: Pick<ReadOneWith, 'api' | 'signal'>): Promise<boolean> {
	try {
		await api.call('getAgent', { params: { id }, signal });
		return true;
	} catch (error) {
		if (!(error instanceof ApiError) || isPassing(error)) throw error;
		return false;
	}
}
