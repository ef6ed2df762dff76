import type { TrainingSnapshot } from './activities';
import type { RetrainTask } from './retrain-task';
import type { ShownTimes, TrainingNote } from './contract';

const MOST_LOOKS = 10;

/** Reads the training status, as often as it takes to get an answer. */
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
 * Notes, before a request, all that can tell later whether a run came and went. An ended run that shows tells it by its
 * id alone; where none shows, the times of the agent and of its sources are read too.
 */
export async function noteBefore(task: RetrainTask, now: TrainingSnapshot): Promise<void> {
	const { audit } = task.state;
	const note = noteOf(now);
	if (showsNothing(now)) note.times = await readTimes(task);
	audit.before = note;
}

/**
 * What shows that a run came and went since the note before the request, though the service shows no run.
 * @returns in words; null where nothing does, which proves nothing
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

function noteOf({ at, training, canChat, run }: TrainingSnapshot): TrainingNote {
	return { at, training, canChat, runId: run?.id ?? null, times: {} };
}

async function readTimes({ read, input }: RetrainTask): Promise<ShownTimes> {
	return { ...(await read.readAgentTimes(input.agentId)), ...(await read.readSourceTimes(input.agentId)) };
}

function isNewer(now: string | null, before: string | null): boolean {
	return now !== null && (before === null || Date.parse(now) > Date.parse(before));
}
