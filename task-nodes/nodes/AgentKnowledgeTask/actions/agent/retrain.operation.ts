import { retrainAndWait } from '../../task-types/retrain-and-wait';
import { taskOperation } from '../start-tasks';

export const retrain = taskOperation(retrainAndWait, {
	value: 'retrain',
	name: 'Retrain and Wait',
	action: 'Retrain an agent and wait',
	description: "Refresh an agent's knowledge from its website, and continue when the training has ended",
});
