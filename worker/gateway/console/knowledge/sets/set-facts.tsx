import type { KnowledgeSet } from '../../api/types';
import { Figure } from '../../parts/figure';
import { Pill } from '../../parts/pill';
import { Ago } from '../../parts/times';
import { counted } from '../../words/words';
import type { SetName } from '../set-id';
import { countsInWords } from '../words';

/** Whether a set is in step, in a word. */
export function SetPill({ set }: { set: KnowledgeSet }) {
	const { problem, drifted, lastSync } = set;
	if (problem !== null) return <Pill look="bad">Cannot be read</Pill>;
	if (lastSync === null) return <Pill look="quiet">No sync on record</Pill>;
	if (drifted > 0) return <Pill look="attention">Changed by hand</Pill>;
	if (lastSync.inStep || isUnchanged(lastSync.steps)) return <Pill look="good">In step</Pill>;
	if (lastSync.outcome === 'planned') return <Pill look="attention">Differs</Pill>;
	return <Pill look="attention">Not in step</Pill>;
}

/** Whose set it is. */
export function OfAgent({ set: { agentId, connection } }: { set: SetName }) {
	return <p class="soft">{`Of ${agentId} at ${connection}`}</p>;
}

function isUnchanged(steps: NonNullable<KnowledgeSet['lastSync']>['steps']): boolean {
	return Object.entries(steps).every(([kind, count]) => count === 0 || kind === 'unchanged');
}

/** What the agent knows by a set, when it was last in step, and what drifted. */
export function SetFacts({ set: { counts, inStepAt, drifted, lastSync, problem } }: { set: KnowledgeSet }) {
	return (
		<>
			{problem !== null && <p class="note bad">{problem}</p>}
			{drifted > 0 && (
				<p class="note attention">{`The last sync found ${counted(drifted, 'item')} that people changed by hand.`}</p>
			)}
			<dl class="figures">
				{counts !== null && <Figure name="The agent knows">{countsInWords(counts)}</Figure>}
				<Figure name="Last in step">{inStepAt === null ? 'never on record' : <Ago at={inStepAt} />}</Figure>
				<Figure name="Last sync">{lastSync === null ? 'No sync is on record' : <Ago at={lastSync.endedAt} />}</Figure>
			</dl>
		</>
	);
}
