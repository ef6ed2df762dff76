import { rowOf } from '../../AgentKnowledge/transport/row';
import { timeOf } from '../watch/sighting';
import { states } from '../watch/states';
import type { TriggerEvent } from './event';

export const trainingFinished: TriggerEvent = {
	value: 'trainingFinished',
	name: 'Training Finished',
	description: "A training run has ended, well or not: the run's error says which",
	endpoints: ['getTrainingStatus'],
	nothing: {
		message: 'No training run of the agent has ended yet',
		whatToDo: 'Start one with Agent > Retrain, wait until it has ended, then test again.',
	},
	watch: (api, id) =>
		states(async () => {
			const status = await api.call('getTrainingStatus', { params: { id } });
			// What stands in place of a run when there was none is not shown: anything without an id.
			const run = rowOf(status.run);
			if (typeof run.id !== 'string' || run.id === '') return { sightings: [] };
			const mark = status.training ? null : 'ended';
			return { sightings: [{ key: run.id, mark, at: timeOf(run.startedAt), item: rowOf(status) }] };
		}),
};
