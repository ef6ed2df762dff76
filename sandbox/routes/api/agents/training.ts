import type { Implementation } from '../../../operations/answer';
import type { ImplementForAgent } from '../../../operations/implement';
import type { Training } from '../../../training/training';

/** /agents/{id}/retrain and /agents/{id}/training-status */
export function trainingRoutes(training: Training, implementForAgent: ImplementForAgent): Implementation[] {
	return [
		implementForAgent('retrain', ({ agent }) => training.start(agent)),
		implementForAgent('getTrainingStatus', ({ agent }) => training.status(agent)),
	];
}
