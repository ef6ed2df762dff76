import type { TrainingSnapshot } from './activities';
import type { ShownTimes, TrainingNote } from './contract';
import type { RetrainTask } from './task';

const MOST_LOOKS = 10;

/** Reads the training status, with retries until the service responds. */
export async function look(task: RetrainTask): Promise<TrainingSnapshot> {
	const { state, input } = task;
	const snapshot = await task.read.readTraining(input.agentId);
	state.seen = snapshot;
	if (state.audit.ambiguous) state.audit.looks = [...state.audit.looks, noteOf(snapshot)].slice(-MOST_LOOKS);
	return snapshot;
}

/** Whether a run shows that is not the one that was there before. */
export function isOther(snapshot: TrainingSnapshot, before: string | null): boolean {
	return snapshot.run !== null && snapshot.run.id !== before;
}

/** Whether no run is active and none shows: there was none, or the service shows no run once it has ended. */
export function showsNothing({ training, run }: TrainingSnapshot): boolean {
	return !training && run === null;
}

/**
 * Notes, before a request, everything that can later prove that a run took place. If the service shows an ended run, its
 * id is enough. If it shows none, the task also reads the times of the agent and of its sources.
 */
export async function noteBefore(task: RetrainTask, now: TrainingSnapshot): Promise<void> {
	const note = noteOf(now);
	if (showsNothing(now)) note.times = await readTimes(task);
	task.state.audit.before = note;
}

/**
 * A sign that a run took place since the note before the request, although the service shows no run.
 * @returns in words; null if there is no sign, which proves nothing
 */
export async function traceOfRun(task: RetrainTask, now: TrainingSnapshot): Promise<string | null> {
	const { before, looks } = task.state.audit;
	if (before === null) return null;
	if (!before.canChat && now.canChat) return 'the agent can chat now and could not before';
	const times = Object.keys(before.times).length === 0 ? {} : await readTimes(task);
	const last = looks.at(-1);
	if (last !== undefined) last.times = times;
	const newer = Object.entries(before.times).find(([of, time]) => isNewer(times[of] ?? null, time));
	return newer === undefined ? null : `${newer[0]} is newer (${times[newer[0]]}, before: ${newer[1] ?? 'none'})`;
}

/** A look, as the audit of the task keeps it. */
function noteOf({ at, training, canChat, run }: TrainingSnapshot): TrainingNote {
	return { at, training, canChat, runId: run?.id ?? null, times: {} };
}

async function readTimes({ read, input }: RetrainTask): Promise<ShownTimes> {
	return { ...(await read.readAgentTimes(input.agentId)), ...(await read.readSourceTimes(input.agentId)) };
}

function isNewer(now: string | null, before: string | null): boolean {
	return now !== null && (before === null || Date.parse(now) > Date.parse(before));
}
