import type { PlannedSet, PlanSet } from '../../../workflows/knowledge-sync/activities';
import { countSteps } from '../../../workflows/knowledge-sync/counts';
import { type ShownItem, type Step, writesOf } from '../../../workflows/knowledge-sync/plan';
import { itemKey } from '../../../workflows/knowledge-sync/row-key';
import type { TaskError } from '../../../workflows/task/failure';
import type { KnowledgeSets, Manifest } from '../../storage/knowledge-sets';
import { finalFailure } from '../task/failure';
import { storeChanges } from './plan-changes';
import { decidedSteps } from './decide-steps';
import { isSettled, type KeyEnds, mayRepeat, readEnds } from './ended-steps';
import { plannedEdit } from './edited-rows';
import { guardInWords, guardsOf, planHash, refusalOf } from './guards';
import { placeOf } from './item-index';
import { makePlan, type PlannedRow, withoutDoublesOf } from './make-plan';
import { withoutAdoption } from './manifest-moves';
import { type PlannedStep, textBodySchema } from './part-schemas';
import { readShown } from './read-items';
import { partOf, spansOf, type StoredParts } from './stored-parts';
import { readPlannedRows } from './stored-steps';

export interface PlanWith {
	sets: Pick<KnowledgeSets, 'read' | 'readOthers'>;
	parts: StoredParts;
	attempt: number;
	taskId: string;
	/** Whether a task has not ended. */
	isRunning: (taskId: string) => Promise<boolean>;
}

/**
 * Makes the plan from the rows, the manifest and what the service shows, and stores it, first the steps with requests.
 * @throws a final failure if another task applies the set now
 */
export async function planSet(request: PlanSet, given: PlanWith): Promise<PlannedSet> {
	const { of, policy, round, decision } = request;
	const { sets, parts, attempt } = given;
	const { version, manifest } = await sets.read(of);
	await throwIfApplied(manifest, request, given);
	const rows = await readPlannedRows(parts, request.rows);
	const { refused, broken, brokenParts = broken.length } = request.rows;
	const faultyRows = refused + brokenParts;
	// What an earlier sync did not come to take over is still somebody else's.
	const owned = (manifest?.items ?? []).flatMap((item) => withoutAdoption(item) ?? []);
	const shown = await readAllShown(request, parts);
	const others = (await sets.readOthers(of)).flatMap(({ items }) => items);
	const faulty = { keys: new Set<string>(), withoutKey: faultyRows };
	const edits = new Map((request.edits ?? []).map(({ key, text }) => [key, text]));
	const edited = rows.map((row) => plannedEdit(row, edits.get(row.key)));
	const steps = makePlan({ rows: edited, owned, shown, ofOtherSets: others, faulty, policy });
	const ends = await readEnds(parts, request.ends);
	const decided =
		decision === null ? steps : withoutDoublesOf(decidedSteps(steps, decision), { owned, shown, ofOtherSets: others });
	const { adoptOnly = false } = policy;
	const planned = plannedSteps(decided, {
		rows,
		edits,
		shown,
		ends,
		round,
		ownedIds: new Set(owned.map(({ id }) => id)),
		adoptOnly,
	});
	await parts.writeAll('plan', partOf(round, 0), attempt, planned);
	const hash = planHash(of.set, of.agentId, steps, edited, shown);
	const guards = guardsOf(steps, owned);
	if (round === 0) await storeChanges({ steps, shown }, request, { parts, attempt });
	const refusal = round > 0 || adoptOnly ? null : refusalOf(rows, faultyRows, policy);
	return {
		attempt,
		steps: countSteps(decided),
		toSend: planned.filter(({ does }) => does === 'send').length,
		toDecide: steps.filter(({ asks }) => asks).length,
		writes: planned.reduce((sum, { does, step }) => sum + (does === 'send' ? writesOf(step) : 0), 0),
		hash,
		manifestVersion: version,
		guards: guards.map(guardInWords),
		refusal: adoptOnly && rows.length === 0 ? nothingToAdopt(faultyRows) : refusal === null ? null : emptySet(refusal),
	};
}

/** All that the service shows, with the contents of the texts that were read. */
async function readAllShown({ items, texts }: PlanSet, parts: StoredParts): Promise<ShownItem[]> {
	const bodies = new Map<number, string | null>();
	for (const { number, attempt } of spansOf(texts))
		for (const { id, body } of await parts.read('bodies', number, attempt, textBodySchema)) bodies.set(id, body);
	const shown = await readShown(parts, items);
	return shown.map((item) => (item.type === 'text' ? { ...item, body: bodies.get(item.id) ?? null } : item));
}

interface Planning {
	rows: readonly PlannedRow[];
	/** By the keys of their rows. */
	edits: ReadonlyMap<string, string>;
	shown: readonly ShownItem[];
	ends: ReadonlyMap<string, KeyEnds>;
	round: number;
	ownedIds: ReadonlySet<number | null>;
	adoptOnly: boolean;
}

function plannedSteps(
	steps: readonly Step[],
	{ rows, edits, shown, ends, round, ownedIds, adoptOnly }: Planning,
): PlannedStep[] {
	const byId = new Map(shown.map((item) => [placeOf(item), item]));
	const byName = new Map<string, ShownItem[]>();
	for (const item of shown) {
		const name = itemKey(item.type, item.name);
		byName.set(name, [...(byName.get(name) ?? []), item]);
	}
	const planned = steps.map((step): PlannedStep => {
		const item = step.id === null ? undefined : byId.get(placeOf({ type: step.type, id: step.id }));
		const before = ends.get(step.key);
		const wasLost = (before?.lost ?? 0) > 0;
		const named = wasLost ? (byName.get(itemKey(step.type, step.name)) ?? []) : [];
		return {
			step,
			wanted: step.row === null ? null : (rows[step.row] ?? null),
			edited: step.row === null ? null : (edits.get(step.key) ?? null),
			shown: item?.body === undefined || item.body === null ? null : { name: item.name, body: item.body },
			does: adoptOnly && writesOf(step) > 0 ? 'skip' : doesOf(step, before, round),
			doubles: named.flatMap(({ id }) => (id === step.id || ownedIds.has(id) ? [] : [id])),
		};
	});
	const sends = ({ does }: PlannedStep) => does === 'send';
	return [...planned.filter(sends), ...planned.filter((each) => !sends(each))];
}

function doesOf(step: Step, ends: KeyEnds | undefined, round: number): PlannedStep['does'] {
	// A later round repeats only what may have been lost.
	if (round > 0 && (ends === undefined || isSettled(ends))) return 'skip';
	if (writesOf(step) > 0) return ends === undefined || mayRepeat(ends) ? 'send' : 'skip';
	return step.asks || step.kind === 'drifted' || step.kind === 'kept' || step.kind === 'conflict' ? 'skip' : 'note';
}

/** Two tasks that applied one set at once would not see what the other one has just added. */
async function throwIfApplied(manifest: Manifest | null, { of, run }: PlanSet, { taskId, isRunning }: PlanWith) {
	const other = manifest?.appliedBy ?? null;
	if (other === null || (other.taskId === taskId && other.runId === run)) return;
	// An earlier run of this task has ended: one id has one open run.
	if (other.taskId === taskId || !(await isRunning(other.taskId))) return;
	const detail = `The task ${other.taskId} applies the set "${of.set}" to this agent. Nothing was sent. Wait for its end or cancel it, then start again.`;
	throw finalFailure({ type: 'set_busy', title: 'Another task applies the set', status: 409, detail });
}

function nothingToAdopt(refused: number): TaskError {
	const some =
		refused === 0
			? ''
			: ` ${refused} items cannot be rows of a set: files, pairs with images, and sources that the service could not read.`;
	return {
		type: 'nothing_to_adopt',
		title: 'There is nothing to take over',
		status: 422,
		detail: `The agent has no pair, text or page that this set could own.${some} Nothing was changed.`,
		issues: [],
	};
}

function emptySet({ field, message }: { field: string; message: string }): TaskError {
	const issues = [{ path: field, message }];
	return {
		type: 'empty_set',
		title: 'The set is empty',
		status: 422,
		detail: `The set ${message}. Nothing was sent.`,
		issues,
	};
}
