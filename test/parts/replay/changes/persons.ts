import type { Changes } from '../changed-workflows';

export const personsChanges: Changes = {
	'person-data.continued.json': {
		file: 'persons/workflow.ts',
		from: "if (mode === 'erase' && carried === undefined)",
		to: "if (mode === 'find')",
	},
	'person-data.carried-on.json': {
		file: 'persons/workflow.ts',
		from: 'carried ?? { connections',
		to: '{ connections',
	},
};
