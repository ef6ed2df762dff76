import { type EndingOf, failuresOf, type Verdict, verdictOnItems } from '../task/outcomes';
import type { KnowledgeOutcome, KnowledgeSyncResult } from './contract';
import { AS_WANTED } from './counts';
import { countsInWords, planInWords } from './words';

export function verdictOn(result: KnowledgeSyncResult): Verdict<EndingOf<'knowledge-sync'>> {
	const { counts, steps, outcome: ended, broken, stoppedBy } = result;
	if (ended !== 'applied') return { ending: ended, message: planInWords(steps) };
	const outcomes = Object.entries(counts) as Array<[KnowledgeOutcome, number]>;
	const sum = (isGood: boolean) =>
		outcomes.reduce((total, [outcome, count]) => (AS_WANTED[outcome] === isGood ? total + count : total), 0);
	const good = sum(true) + steps.unchanged;
	const isFromAgent = result.export !== null;
	// What an agent has and no set can have is no failure.
	const unusable = isFromAgent ? 0 : unusableRows(result);
	const unread = unusable === 0 ? '' : ` ${unusable} ${unusable === 1 ? 'row' : 'rows'} could not be read.`;
	const left = isFromAgent ? leftInWords(unusableRows(result)) : '';
	const stopped = stoppedBy === null ? '' : ` ${stoppedBy.title}: ${stoppedBy.detail}`;
	const half =
		broken.length === 0 ? '' : ` Nothing was deleted, because the set could not be read whole: ${broken.join(' ')}`;
	const message = `${countsInWords(counts)}${unread}${left}${stopped}${half}`;
	const bad = result.rows.filter(({ outcome }) => !AS_WANTED[outcome]);
	return {
		...verdictOnItems(good, good + sum(false) + unusable, message),
		...failuresOf(bad.map(({ name, outcome, reason }) => ({ path: name, status: outcome, error: reason }))),
	};
}

function leftInWords(count: number): string {
	return count === 0 ? '' : ` ${count} ${count === 1 ? 'item of the agent has' : 'items of the agent have'} no row.`;
}

/** The list of them may be cut, and `refusedRows` counts rows that the plan or the service refused too. */
function unusableRows({ unusable, refusedRows, counts }: KnowledgeSyncResult): number {
	return Math.max(unusable.length, refusedRows - counts.refused - counts.failed);
}
