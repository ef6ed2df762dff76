import { inWords } from '../task/export-words';
import { enterStage, reportFrom, reportProgress } from '../task/progress';
import type { StoredEnds } from './activities';
import type { KnowledgeSyncTask } from './task';

/** Searches that are under way or wait for their turn. */
const AT_ONCE = 4;

/**
 * Asks the service by searches whether the agent finds what was added or changed, and no longer what was deleted. A pair
 * counts too if the list shows it as the row wants it: searches may not show pairs.
 */
export async function proveAll(task: KnowledgeSyncTask): Promise<void> {
	const { state, input } = task;
	if (!input.prove || state.ends.length === 0) return;
	enterStage(task.progress, 'proving');
	const proofs = (state.proofs ??= { done: 0, index: 0, unproven: [], asked: 0 });
	for (; proofs.done < state.ends.length; proofs.done += 1, proofs.index = 0) {
		const stored = state.ends[proofs.done];
		if (stored !== undefined) await provePart(task, stored);
	}
}

async function provePart(task: KnowledgeSyncTask, ends: StoredEnds): Promise<void> {
	const { state, run, parts, looks, input } = task;
	const { proofs, rows } = state;
	if (proofs === null || rows === null) return;
	const plan = state.plans[ends.round];
	if (plan === undefined) return;
	const steps = await parts.stepsToProve({ ends, run });
	while (proofs.index < steps.length) {
		await task.continueAsNewIfSuggested();
		const some = steps.slice(proofs.index, proofs.index + AT_ONCE);
		const since = Date.now();
		const found = await Promise.all(
			some.map(({ index, id }) =>
				looks.proveStep({ agentId: input.agentId, plan, rows: { attempt: rows.attempt }, index, id, since }),
			),
		);
		for (const [nth, { isProven }] of found.entries()) {
			const key = some[nth]?.key;
			if (!isProven && key !== undefined) proofs.unproven.push(key);
		}
		proofs.asked += some.length;
		proofs.index += some.length;
		report(task, proofs.asked);
	}
}

function report({ progress }: KnowledgeSyncTask, asked: number): void {
	if (Date.now() < reportFrom(progress)) return;
	reportProgress(progress, { message: `${inWords(asked)} changes were looked for by searches.` });
}
