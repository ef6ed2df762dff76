import type { TrainingSnapshot } from '../ports';
import type { RetrainTask } from './retrain-task';

/** Reads the training status, as often as it takes to get an answer. */
export async function look(task: RetrainTask): Promise<TrainingSnapshot> {
	const snapshot = await task.read.readTraining(task.input.agentId);
	task.state.seen = snapshot;
	return snapshot;
}

/** Whether a run shows that is not the one that was there before. */
export function isOther(snapshot: TrainingSnapshot, before: string | null): boolean {
	return snapshot.run !== null && snapshot.run.id !== before;
}
