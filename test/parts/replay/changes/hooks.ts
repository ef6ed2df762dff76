import type { Changes } from '../changed-workflows';

export const hooksChanges: Changes = {
	'debounce-hook.burst.json': {
		file: 'debounce/workflow.ts',
		from: 'if (isEmpty(state)) return;',
		to: 'if (isEmpty(state)) await condition(() => false, 1);',
	},
	'debounce-hook.late.json': {
		file: 'debounce/lateness.ts',
		from: 'await tellLate(',
		to: 'void (',
	},
	'watch-finish.told.json': {
		file: 'finish-by/workflow.ts',
		from: 'await condition(() => saves !== before, pause);',
		to: 'await condition(() => saves !== before, pause);\n\t\tawait condition(() => saves !== before, 1);',
	},
};
