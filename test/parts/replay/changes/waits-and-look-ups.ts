import type { Changes } from '../changed-workflows';

export const waitsAndLookUpsChanges: Changes = {
	'wait-for-tasks.ended.json': {
		file: 'waits/workflow.ts',
		from: "return 'completed';",
		to: "await awaitTaskEnds(taskIds);\n\t\treturn 'completed';",
	},
	'wait-for-tasks.deadline.json': {
		file: 'waits/workflow.ts',
		from: "return 'timed_out';",
		to: "return await awaitTaskEnds(taskIds).then(() => 'timed_out');",
	},
	'deliver-callback.delivered.json': {
		file: 'waits/workflow.ts',
		from: 'return deliver(delivery);',
		to: 'await deliver(delivery);\n\treturn deliver(delivery);',
	},
	'look-up.readable.json': {
		file: 'look-up/workflow.ts',
		from: 'return calls.answerLookUp(question);',
		to: 'await calls.answerLookUp(question);\n\treturn calls.answerLookUp(question);',
	},
};
