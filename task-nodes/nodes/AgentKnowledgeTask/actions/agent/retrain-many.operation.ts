import { nightlyRetrain } from '../../task-types/nightly-retrain';
import { taskOperation } from '../start-tasks';

export const retrainMany = taskOperation(nightlyRetrain, {
	value: 'retrainMany',
	name: 'Retrain Many and Wait',
	action: 'Retrain many agents and wait',
	description: 'Refresh the knowledge of all or chosen agents, some at a time. One result row per agent.',
});
