import type { PlanAt, StepCall, StepToSend } from '../../../workflows/knowledge-sync/activities';
import { ADDS, type Step } from '../../../workflows/knowledge-sync/plan';
import { shortText } from '../../../workflows/task/failure';
import { PART, type StoredParts } from './stored-parts';
import { readPlanPart } from './stored-steps';

/** In progress. Characters. */
const LONGEST_NAME = 80;

/** The steps of a part of a plan that send requests. */
export async function stepsToSend(
	{ plan, part }: { plan: PlanAt; part: number },
	parts: StoredParts,
): Promise<StepToSend[]> {
	const planned = await readPlanPart(parts, plan, part);
	return planned.flatMap(({ step, does }, index): StepToSend[] => {
		if (does !== 'send') return [];
		const isNew = ADDS.has(step.kind);
		const { name, type } = step;
		return [
			{
				index: part * PART + index,
				name: shortText(name, LONGEST_NAME),
				id: isNew ? null : step.id,
				isSource: type !== 'qa',
				calls: callsOf(step),
			},
		];
	});
}

/** The requests of a step. What it replaces is deleted last, so that the agent is never without it. */
function callsOf({ kind, changes, replaced }: Step): StepCall[] {
	const deletes = replaced.map((id): StepCall => ({ call: 'delete', id }));
	if (kind === 'delete') return deletes;
	if (ADDS.has(kind)) {
		// A pair is added enabled (specification, part 4).
		const disables: StepCall[] = changes.includes('enabled') && kind !== 'replace' ? [{ call: 'disable' }] : [];
		return [{ call: 'add' }, ...disables, ...deletes];
	}
	return changes.length > 0 && kind !== 'unchanged' ? [{ call: 'change' }, ...deletes] : deletes;
}
