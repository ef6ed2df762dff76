import type { TrainingSnapshot } from './activities';
import type { TrainingNote } from './contract';
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

/** A look, as the audit of the task keeps it. */
export function noteOf({ at, training, canChat, run }: TrainingSnapshot): TrainingNote {
	return { at, training, canChat, runId: run?.id ?? null, times: {} };
}
