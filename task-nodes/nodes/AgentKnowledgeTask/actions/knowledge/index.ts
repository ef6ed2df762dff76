import type { NodeResource } from '../operation';
import { knowledgeSync } from '../../task-types/knowledge-sync';
import { setOperation } from '../start-sets';

export const knowledge: NodeResource = {
	value: 'knowledge',
	name: 'Knowledge',
	defaultOperation: 'keepInStep',
	operations: [
		setOperation(knowledgeSync, {
			value: 'keepInStep',
			name: 'Keep Knowledge in Step',
			action: 'Keep knowledge in step',
			description:
				'Make all input items what an agent knows by a set: adds what is new, changes what differs, and deletes what is gone',
		}),
	],
};
