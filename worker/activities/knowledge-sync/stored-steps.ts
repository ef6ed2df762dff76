import type { PlanAt, StoredBy, StoredRows } from '../../../workflows/knowledge-sync/activities';
import type { WantedRow } from '../../../workflows/knowledge-sync/wanted-row-contract';
import { withText } from './edited-rows';
import { type PlannedStep, plannedStepSchema } from './part-schemas';
import type { PlannedRow } from './make-plan';
import { piecesOf, pieceWith, rowsOf } from './part-pieces';
import { PART, partOf, type StoredParts } from './stored-parts';

/** All steps of a plan. */
export async function readPlan(parts: StoredParts, { round, attempt, steps }: PlanAt): Promise<PlannedStep[]> {
	return parts.readAll('plan', partOf(round, 0), attempt, steps, plannedStepSchema, (step) => step);
}

/** The steps of a part of a plan. */
export async function readPlanPart(parts: StoredParts, plan: PlanAt, part: number): Promise<PlannedStep[]> {
	return parts.read('plan', partOf(plan.round, part), plan.attempt, plannedStepSchema);
}

/** One step of a plan. @param index its place in the plan */
export async function readStep(parts: StoredParts, plan: PlanAt, index: number): Promise<PlannedStep> {
	return stepIn(await readPlanPart(parts, plan, Math.floor(index / PART)), index);
}

/** @param planned the part that has the step */
export function stepIn(planned: readonly PlannedStep[], index: number): PlannedStep {
	const step = planned[index % PART];
	if (step === undefined) throw new Error(`The plan has no step ${index}.`);
	return step;
}

/** What the plan needs of each row that a set wants. */
export async function readPlannedRows(parts: StoredParts, { attempt, rows }: StoredRows): Promise<PlannedRow[]> {
	const planned: PlannedRow[] = [];
	for await (const { values } of piecesOf(parts, rowsOf(attempt), rows))
		planned.push(...values.map((row) => row.planned));
	return planned;
}

/** The wanted row of a step, as it is sent; null if no row wants its item. */
export async function readRow(
	parts: StoredParts,
	{ step: { row }, edited }: Pick<PlannedStep, 'step' | 'edited'>,
	{ attempt }: StoredBy,
): Promise<WantedRow | null> {
	if (row === null) return null;
	const { from, values } = await pieceWith(parts, rowsOf(attempt), row);
	const found = values[row - from]?.row ?? null;
	return found === null || edited === null ? found : withText(found, edited);
}
