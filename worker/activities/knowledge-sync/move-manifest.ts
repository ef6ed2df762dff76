import { isDeepStrictEqual } from 'node:util';
import type {
	AtSet,
	BeginSteps,
	BegunSteps,
	EndedSteps,
	EndSteps,
	PlanAt,
	ReleaseSet,
	StepEnd,
} from '../../../workflows/knowledge-sync/activities';
import { ADDS, type OwnedItem } from '../../../workflows/knowledge-sync/plan';
import type { KnowledgeSets, Manifest } from '../../storage/knowledge-sets';
import { finalFailure } from '../task/failure';
import { plannedEdit } from './edited-rows';
import { ItemIndex } from './item-index';
import { begun, type Confirmation, confirmed, refused, withoutAdoption } from './manifest-moves';
import type { EndedStep, PlannedStep } from './part-schemas';
import { readShown } from './read-items';
import { partOf, type StoredParts } from './stored-parts';
import { readPlan, readPlanPart, stepIn } from './stored-steps';

export interface MoveWith {
	sets: Pick<KnowledgeSets, 'read' | 'readOthers' | 'move'>;
	parts: StoredParts;
	attempt: number;
	taskId: string;
}

/**
 * Notes what is about to be sent, and what needs no request. A set whose manifest already says so is not moved. Other sets
 * are read again afterwards: of two that want one item at the same moment, the one that notes it later sees the other.
 * @throws a final failure if the set has changed since the plan
 */
export async function beginSteps(request: BeginSteps, given: MoveWith): Promise<BegunSteps> {
	const steps = await readPlan(given.parts, request.plan);
	const holds = steps.some(({ does }) => does === 'send');
	const manifestVersion = await moved(request, given, holds, (owned) => {
		giveUpAdoptions(owned);
		for (const { step, wanted, edited, shown, does } of steps) {
			if (does === 'skip') continue;
			takeOver(owned, step.formerKey, step.key);
			const sent = wanted === null ? null : plannedEdit(wanted, edited ?? undefined);
			keep(owned, step.key, begun(owned.get(step.key), step, sent, shown) ?? null);
			if (does === 'send') continue;
			const confirmation: Confirmation = { id: step.id, shown, deleted: [], at: new Date().toISOString() };
			keep(owned, step.key, confirmed(owned.get(step.key), step, wanted, confirmation));
		}
	});
	const claims = steps.flatMap((step, index) => (claimsItem(step) ? [index] : []));
	const overtaken = claims.length === 0 ? [] : await overtakenBy(claims, steps, request, given);
	return { manifestVersion, holds, overtaken };
}

/** Whether a step makes an item the set's that was not. */
function claimsItem({ step: { kind, changes }, does }: PlannedStep): boolean {
	return does !== 'skip' && (ADDS.has(kind) || kind === 'adopt' || (kind === 'update' && changes.includes('name')));
}

/** Which of the steps want an item that another set owns, or is about to add, by now. */
async function overtakenBy(
	claims: readonly number[],
	steps: readonly PlannedStep[],
	{ of, items }: BeginSteps,
	{ sets, parts }: MoveWith,
): Promise<number[]> {
	const others = (await sets.readOthers(of)).flatMap(({ items: owned }) => owned);
	// A task that an earlier version of the worker has begun does not say what it has read.
	if (others.length === 0 || items === undefined) return [];
	const index = new ItemIndex(await readShown(parts, items), [], others);
	return claims.filter((place) => {
		const wanted = steps[place]?.wanted ?? null;
		return wanted !== null && index.inTheWayOf(wanted)?.reason === 'other_set';
	});
}

/** Notes what the service has confirmed, and stores how the steps ended. @throws a final failure if the set has changed */
export async function endSteps(request: EndSteps, given: MoveWith): Promise<EndedSteps> {
	const { plan, part, ends } = request;
	const { parts, attempt } = given;
	const planned = await readPlanPart(parts, plan, part);
	const following: number[] = [];
	const stored: EndedStep[] = [];
	const changes: Array<(owned: Map<string, OwnedItem>) => void> = [];
	for (const end of ends) {
		const found = stepIn(planned, end.index);
		stored.push({ key: found.step.key, end });
		if (isRead(found, end) && end.id !== null) following.push(end.id);
		changes.push((owned) => {
			keep(owned, found.step.key, after(owned.get(found.step.key), found, end));
		});
	}
	const manifestVersion = await moved(request, given, true, (owned) => {
		for (const change of changes) change(owned);
	});
	await parts.write('ends', partOf(plan.round, part), attempt, stored);
	return { manifestVersion, attempt, following };
}

/**
 * Nothing applies the set any more. What it has not come to take over is nobody's again.
 * @throws a final failure if the set has changed
 */
export async function releaseSet(request: ReleaseSet, given: MoveWith): Promise<{ manifestVersion: number }> {
	return { manifestVersion: await moved(request, given, false, giveUpAdoptions) };
}

/** Whether the service reads a source now: it was added, or its text was changed. */
function isRead({ step, wanted }: PlannedStep, { outcome, id, writes }: StepEnd): boolean {
	if (wanted === null || step.type === 'qa' || id === null || writes === 0) return false;
	return outcome === 'done' || (outcome !== 'not_started' && id !== step.id);
}

/** What the set owns under a key after its step. */
function after(owned: OwnedItem | undefined, { step, wanted }: PlannedStep, end: StepEnd): OwnedItem | null {
	const { outcome, id, shown, deleted } = end;
	const confirmation: Confirmation = { id, shown, deleted, at: new Date().toISOString() };
	const isAdded = id !== null && id !== step.id;
	if (outcome === 'done' || (isAdded && wanted !== null)) return confirmed(owned, step, wanted, confirmation);
	if (outcome === 'refused' || end.writes === 0) return refused(owned, step);
	return owned ?? null;
}

interface Moving extends AtSet {
	manifestVersion: number;
	move: number;
	plan?: PlanAt;
	run?: string;
}

/** Moves the manifest by one version. A repeat of the same move finds its own. */
async function moved(
	{ of, manifestVersion, move, plan, run = plan?.run ?? '' }: Moving,
	{ sets, taskId }: MoveWith,
	holds: boolean,
	change: (owned: Map<string, OwnedItem>) => void,
): Promise<number> {
	const found = await sets.read(of);
	const movedBy = { taskId, runId: run, move };
	if (found.version === manifestVersion + 1 && isDeepStrictEqual(found.manifest?.movedBy, movedBy))
		return found.version;
	if (found.version !== manifestVersion) throw changedMeanwhile(of.set);
	const before = found.manifest?.items ?? [];
	const owned = new Map(before.map((item) => [item.key, item]));
	change(owned);
	const items = [...owned.values()];
	const appliedBy = holds ? { taskId, runId: run } : null;
	if (isSame(found.manifest, items, appliedBy)) return manifestVersion;
	const next = await sets.move(of, manifestVersion, { items, appliedBy, movedBy });
	if (next === null) throw changedMeanwhile(of.set);
	return next;
}

function isSame(manifest: Manifest | null, items: readonly OwnedItem[], appliedBy: Manifest['appliedBy']): boolean {
	return isDeepStrictEqual([manifest?.items ?? [], manifest?.appliedBy ?? null], [items, appliedBy]);
}

/** Of a round that has ended, or of an earlier task. The plan takes over anew what is still wanted. */
function giveUpAdoptions(owned: Map<string, OwnedItem>): void {
	for (const [key, item] of owned) if (item.isAdopting === true) keep(owned, key, withoutAdoption(item));
}

function takeOver(owned: Map<string, OwnedItem>, formerKey: string | null, key: string): void {
	const former = formerKey === null ? undefined : owned.get(formerKey);
	if (former === undefined || formerKey === null) return;
	owned.delete(formerKey);
	owned.set(key, { ...former, key });
}

function keep(owned: Map<string, OwnedItem>, key: string, item: OwnedItem | null): void {
	if (item === null) owned.delete(key);
	else owned.set(key, item);
}

function changedMeanwhile(set: string) {
	const detail = `Another task has changed what the set "${set}" owns since this task made its plan. What was sent before that stays. Start the task again: it makes a new plan.`;
	return finalFailure({ type: 'set_changed', title: 'The set was changed meanwhile', status: 409, detail });
}
