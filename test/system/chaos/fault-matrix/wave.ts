import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../../../support/time/eventually';
import { messageOf } from '../../../../scripts/readable-error.mjs';
import { inParallel } from '../../../support/in-parallel.mjs';
import { type Cell, isProcessFault } from './cells';
import { pick } from '../../../support/seeded-random';
import { runsHeldBy } from './runs-held-by';
import type { Wave } from './plan';
import { type InjectedFault, injectProcessFault } from './process-faults';
import type { End, Run } from './runs';
import { counts, judge, type Judged } from './verdict';
import type { StackProcess } from '../../../support/stack/stack-process';
import type { World } from './world';

/** What makes runs ready at once. */
const AT_ONCE = 8;
/** Counted from the first effect: a run that is not held by then is missed. Shorter than the holds. Milliseconds. */
const PATIENCE_MS = 16_000;
const LOOK_EVERY_MS = 150;
/** Of the runs of a wave. */
const MOST = 0.5;
/** The latest commit there is, and some. Milliseconds. */
const LATE_COMMIT_MS = 52_000;

export interface RunReport {
	cell: Cell;
	subSeed: string;
	/** Milliseconds since 1970. */
	firstAttemptAt: number | null;
	hitAt: number | null;
	endedAt: number | null;
	/** Why it was not hit where it should have been; empty when it was. */
	missed: string;
	/** Hit between the first attempt and the end, and where the cell says. */
	counted: boolean;
	/** From the hit to the end; null when it was not hit. */
	recoveryMs: number | null;
	status: string | null;
	/** Violations of the guarantees. */
	problems: string[];
	judged: Judged[];
}

/** Runs a wave from beginning to end. @param label distinguishes it from other waves of the same name */
export async function runWave(wave: Wave, runs: readonly Run[], world: World, label: string) {
	const { workers } = world.stack;
	const failed = new Map<Run, string>();
	const attempt = async (run: Run, work: () => Promise<void>) => {
		if (failed.has(run)) return;
		await work().catch((error: unknown) => failed.set(run, messageOf(error)));
	};
	const victim = pick(label, 'victim', workers);
	const alone = wave.name.includes('-worker');
	// The victim holds all calls. The others are running again before the fault.
	const others = workers.filter((worker) => worker !== victim);
	const startOthers = async () => void (await Promise.all(others.map((other) => other.start())));
	if (alone) await Promise.all(others.map((other) => other.kill()));
	await inParallel(runs, AT_ONCE, (run) => attempt(run, () => run.prepare()));
	const going = Promise.all(runs.map((run) => attempt(run, () => run.trigger())));
	let starting: Promise<void> | undefined;
	const held = await untilHeld(runs, failed, () => {
		if (alone) starting ??= startOthers();
	});
	if (alone) await (starting ?? startOthers());
	const heldByVictim = alone ? await runsHeldBy(victim.identity, runs, world.temporal) : held;
	await Promise.all(runs.map((run) => attempt(run, () => run.beforeFault())));
	const injected = await injectProcessFault(wave, label, victim, runs, world);
	for (const run of runs) {
		run.hitAt = injected === null ? run.requestFaultAt() : hitOf(run, injected, held, heldByVictim);
		run.missed = !held.has(run) ? 'not held in time' : run.hitAt === null ? 'not at its point when the fault hit' : '';
	}
	if (wave.name === 'callers') await sendAgain(runs, pick(label, 'gateway', world.stack.gateways), attempt);
	if (injected !== null) await Promise.all(runs.map((run) => attempt(run, () => run.afterFault())));
	await going;
	const ends = new Map<Run, End>();
	await Promise.all(runs.map((run) => attempt(run, async () => void ends.set(run, await run.end()))));
	await injected?.afterwards();
	await untilCommitted(runs);
	await untilDelivered(runs.filter((run) => ends.has(run)));
	// Faults left from one wave must not hit the next one.
	await world.admin.clearFaults();
	if (alone) await startOthers();
	if (wave.name === 'requests') for (const run of runs) run.hitAt = run.requestFaultAt();
	const reports = await Promise.all(runs.map((run) => reportOf(run, ends.get(run), failed.get(run), world)));
	return {
		reports,
		kills: injected?.kills ?? (wave.name === 'callers' ? 1 : 0),
		stops: wave.name === 'stop-worker' ? 1 : 0,
	};
}

/** Waits until every late request has taken effect. */
async function untilCommitted(runs: readonly Run[]): Promise<void> {
	const late = runs.filter(({ cell }) => cell.fault === 'late-commit').map((run) => run.requestFaultAt() ?? 0);
	await pause(Math.max(0, ...late.map((at) => at + LATE_COMMIT_MS - Date.now())));
}

/** Notifications follow the end. One that does not arrive in time is lost. */
async function untilDelivered(runs: readonly Run[]): Promise<void> {
	const isDelivered = async (run: Run) =>
		(await run.intentions()).every(({ kind, effects }) => kind !== 'delivery' || effects.length > 0);
	await eventually(
		() => Promise.all(runs.map(isDelivered)),
		(seen) => seen.every(Boolean),
		'Deliveries about the ends',
		{ everyMs: 500, looks: 240 },
	).catch(() => undefined);
}

/** @param onMost called, more than once, when most runs are held: slow preparations can begin */
async function untilHeld(
	runs: readonly Run[],
	failed: ReadonlyMap<Run, string>,
	onMost: () => void,
): Promise<Set<Run>> {
	const held = new Set<Run>();
	for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await pause(LOOK_EVERY_MS)) {
		for (const run of runs) {
			if (held.has(run) || failed.has(run)) continue;
			if (await run.isHeld().catch(() => false)) held.add(run);
		}
		if (held.size + failed.size >= runs.length) break;
		if (held.size >= runs.length * MOST) onMost();
	}
	return held;
}

/** If the victim had to hold a call, it must be a call of this run. At other points only the time counts. */
function hitOf(run: Run, fault: InjectedFault, held: ReadonlySet<Run>, heldByVictim: ReadonlySet<Run>): number | null {
	if (!held.has(run)) return null;
	if (['waiting', 'decision', 'random'].includes(run.cell.point)) return fault.at;
	if (run.cell.point === 'answered' && !run.isAnswered()) return null;
	return heldByVictim.has(run) ? fault.at : null;
}

/** Sends every run again during its effect: some at once, some after the gateway was killed and restarted. */
async function sendAgain(
	runs: readonly Run[],
	gateway: StackProcess,
	attempt: (run: Run, work: () => Promise<void>) => Promise<void>,
): Promise<void> {
	const again = (fault: Cell['fault']) =>
		Promise.all(
			runs
				.filter(({ cell }) => cell.fault === fault)
				.map((run) => {
					run.hitAt = Date.now();
					return attempt(run, () => run.sendAgain());
				}),
		);
	await again('sent-twice');
	await gateway.kill();
	await gateway.start();
	await again('sent-twice, gateway killed');
}

async function reportOf(run: Run, end: End | undefined, failure: string | undefined, world: World): Promise<RunReport> {
	const { cell, planned, hitAt } = run;
	const firstAttemptAt = run.firstAttemptAt();
	const endedAt = end?.report.closedAt ?? null;
	const base = { cell, subSeed: planned.subSeed, firstAttemptAt, hitAt, endedAt, missed: run.missed };
	if (end === undefined) {
		const problems = [`${run.name}: ${failure ?? 'it did not end'}`];
		return { ...base, counted: false, recoveryMs: null, status: null, problems, judged: [] };
	}
	const lostResponse = run.lostResponse() || isProcessFault(cell.fault);
	const judged = (await run.intentions()).map((intention) =>
		judge(intention, end.report, {
			fault: cell.fault,
			lostResponse,
			mayAsk: run.mayAsk,
			hidesEndedRuns: world.endedRun !== 'kept',
		}),
	);
	const problems = judged.flatMap(({ what, problem }) =>
		problem === null ? [] : [`${run.name}: ${what}: ${problem}`],
	);
	if (run.taskIds.size > 1) problems.push(`${run.name}: one key made ${run.taskIds.size} tasks`);
	if (end.report.status !== 'completed' && !end.report.unknown)
		problems.push(`${run.name}: it ended as ${end.report.status}`);
	const counted = counts(hitAt, firstAttemptAt, end.report.closedAt);
	const missed = counted ? '' : run.missed || 'ended before the fault';
	const recoveryMs = counted && hitAt !== null ? Math.max(0, end.doneAt - hitAt) : null;
	return { ...base, missed, counted, recoveryMs, status: end.report.status, problems, judged };
}
