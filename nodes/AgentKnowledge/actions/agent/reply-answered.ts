import type { Api } from '../../transport/api';
import type { ItemRun } from '../operation';
import { readableTrainingStatus } from './training-run';

const UNTRAINED =
	'The agent has not finished a training run yet, so it has no pages, texts or files to answer from. Train it (Agent > Retrain), and ask again when Agent > Get Training Status shows the end of the run.';

/** What a reply says of its own basis. */
export interface Answered {
	/** Null: unknown. An answer of a Q&A pair has no sources, and neither has a reply that the agent does not know. */
	answered: boolean | null;
	warning?: string;
}

/**
 * Whether the agent answered from its knowledge. The reply's text does not say so (specification, part 2): only its
 * sources do. An agent that has neither knowledge nor Q&A pairs has nothing to answer from.
 */
export async function answeredOf(
	{ api, context, itemIndex }: ItemRun,
	agentId: string,
	sources: unknown,
): Promise<Answered> {
	if (Array.isArray(sources) && sources.length > 0) return { answered: true };
	const status = await readableTrainingStatus(api, agentId).catch(() => null);
	if (status?.canChat !== false) return { answered: null };
	context.addExecutionHints({ message: `Item ${itemIndex}: ${UNTRAINED}`, location: 'outputPane' });
	return { answered: (await hasNoPairs(api, agentId)) ? false : null, warning: UNTRAINED };
}

/** False if the key may not read the pairs. */
async function hasNoPairs(api: Api, agentId: string): Promise<boolean> {
	const pairs = await api.call('listQaPairs', { params: { id: agentId }, query: { limit: 1 } }).catch(() => null);
	return pairs !== null && pairs.items.length === 0;
}
