import type { NodeResource } from '../operation';
import { nightlyRetrain } from '../../task-types/nightly-retrain';
import { retrainAndWait } from '../../task-types/retrain-and-wait';
import { weeklyReport } from '../../task-types/weekly-report';
import { taskOperation } from '../start-tasks';

export const agent: NodeResource = {
	value: 'agent',
	name: 'Agent',
	defaultOperation: 'retrain',
	operations: [
		taskOperation(retrainAndWait, {
			value: 'retrain',
			name: 'Retrain and Wait',
			action: 'Retrain an agent and wait',
			description: "Refresh an agent's knowledge from its website, and continue when the training has ended",
		}),
		taskOperation(nightlyRetrain, {
			value: 'retrainMany',
			name: 'Retrain Many and Wait',
			action: 'Retrain many agents and wait',
			description: 'Refresh the knowledge of all or chosen agents, some at a time. One result row per agent.',
		}),
		taskOperation(weeklyReport, {
			value: 'report',
			name: 'Weekly Report',
			action: 'Make a weekly report',
			description: 'Compare a week with the week before, for all or chosen agents, as a page, a mail and files',
		}),
	],
};
