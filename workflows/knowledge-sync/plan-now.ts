import { taskFailure } from '../task/failure';
import { enterStage } from '../task/progress';
import type { PlanAt, PlannedSet, PlanSet } from './activities';
import { readNow, readParts } from './read-now';
import type { KnowledgeSyncTask } from './task';

type Planned = PlannedSet & { at: PlanAt };

/** How `fromAgent` plans: what nobody owns becomes the set's, and nothing is sent. */
const ADOPT_ONLY: PlanSet['policy'] = {
	mode: 'add',
	drift: 'keep',
	existing: 'adopt',
	emptyOnPurpose: false,
	adoptOnly: true,
};

/** Reads what the agent has, and plans the difference. */
export async function planNow(task: KnowledgeSyncTask): Promise<Planned> {
	await readNow(task);
	const { state, sets, of, run } = task;
	if (task.isFromAgent) state.rows = await sets.rowsOfAgent({ of, ...readParts(task), run });
	return planRead(task);
}

/** Plans the difference to what was read before. */
export async function planRead(task: KnowledgeSyncTask): Promise<Planned> {
	const { state, input, sets, of, run } = task;
	const { rows } = state;
	if (rows === null) throw new Error('The set was not read.');
	enterStage(task.progress, 'planning');
	const { mode, drift, existing, emptyOnPurpose } = input;
	const policy = task.isFromAgent ? ADOPT_ONLY : { mode, drift, existing, emptyOnPurpose };
	const { attempt, rows: count, refused, broken, brokenParts } = rows;
	const planned = await sets.planSet({
		of,
		policy,
		rows: { attempt, rows: count, refused, broken, brokenParts },
		...readParts(task),
		round: state.round,
		ends: state.ends,
		decision: state.decision,
		...(state.edits === undefined ? {} : { edits: editsOf(state.edits) }),
		run,
	});
	const steps = Object.values(planned.steps).reduce((sum, each) => sum + each, 0);
	const plan = { ...planned, at: { round: state.round, attempt: planned.attempt, steps, run } };
	state.manifestVersion = plan.manifestVersion;
	state.plans[state.round] = plan.at;
	if (state.round === 0) state.firstPlan = plan;
	if (plan.refusal !== null) throw taskFailure(plan.refusal);
	return plan;
}

function editsOf(edits: Record<string, string>): PlanSet['edits'] {
	return Object.entries(edits).map(([key, text]) => ({ key, text }));
}
