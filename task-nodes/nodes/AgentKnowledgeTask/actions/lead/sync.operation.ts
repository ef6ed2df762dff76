import { leadSync } from '../../task-types/lead-sync';
import { taskOperation } from '../start-tasks';

export const sync = taskOperation(leadSync, {
	value: 'sync',
	name: 'Sync to a CRM',
	action: 'Sync leads to a CRM',
	description:
		'Write all leads of an agent to a destination, then every new lead, until the task is cancelled. Continues at once.',
});
