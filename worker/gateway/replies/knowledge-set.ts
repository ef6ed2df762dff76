import { countsInWords, planInWords } from '../../../workflows/knowledge-sync/words';
import {
	isInStep,
	type ListedSet,
	type RecordedSync,
	type SetAddress,
	type SetHistory,
} from '../../storage/knowledge-sets';
import type { KnowledgeSetView } from '../schemas';

/** All sets: those that were applied, and those of which there is only a plan. By agent and name. */
export function presentSets(applied: readonly ListedSet[], histories: readonly SetHistory[]): KnowledgeSetView[] {
	const historyOf = new Map(histories.map((history) => [nameOf(history), history]));
	const known = new Set(applied.map(({ address }) => nameOf(address)));
	const planned = histories
		.filter((history) => !known.has(nameOf(history)))
		.map(({ connection, agentId, set }) => plannedOnly({ connection, agentId, set }));
	return [...applied, ...planned]
		.map((listed) => presentSet(listed, historyOf.get(nameOf(listed.address)) ?? null))
		.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}

function nameOf({ connection, agentId, set }: SetAddress): string {
	return JSON.stringify([connection, agentId, set]);
}

function plannedOnly(address: SetAddress): ListedSet {
	return { address, version: 0, counts: { qa: 0, text: 0, page: 0, file: 0 }, appliedBy: null, problem: null };
}

function presentSet({ address, ...listed }: ListedSet, history: SetHistory | null): KnowledgeSetView {
	const syncs = (history?.syncs ?? []).map(presentSync);
	const [lastSync = null] = syncs;
	return {
		...address,
		...listed,
		inStepAt: history?.inStepAt ?? null,
		drifted: lastSync?.steps.drifted ?? 0,
		lastSync,
		settings: lastSync?.settings ?? null,
		syncs,
	};
}

function presentSync({ runId: _runId, ...sync }: RecordedSync): KnowledgeSetView['syncs'][number] {
	return { ...sync, message: messageOf(sync), inStep: isInStep(sync) };
}

function messageOf({ outcome, steps, counts, refusedRows }: Omit<RecordedSync, 'runId'>): string {
	if (outcome !== 'applied') return planInWords(steps);
	const unread = Math.max(0, refusedRows - counts.refused - counts.failed);
	const rows = unread === 1 ? '1 row' : `${unread} rows`;
	return `${countsInWords(counts)}${unread === 0 ? '' : ` ${rows} could not be read.`}`;
}
