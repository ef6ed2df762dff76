import type { NodeResource } from '../operation';
import { addSources } from '../../task-types/add-sources';
import { taskOperation } from '../start-tasks';

export const source: NodeResource = {
	value: 'source',
	name: 'Source',
	defaultOperation: 'addMany',
	operations: [
		taskOperation(addSources, {
			value: 'addMany',
			name: 'Add Many',
			action: 'Add many sources',
			description: 'Add pages, texts and files to an agent, each once, and continue when the service has read them',
		}),
	],
};
