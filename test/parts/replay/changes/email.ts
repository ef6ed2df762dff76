import type { Changes } from '../changed-workflows';

export const emailChanges: Changes = {
	'email-send-with-review.v1.fourteen-days.json': {
		file: 'review/await-decision.ts',
		from: 'told.reminders = due;',
		to: 'told.reminders = due + 1;',
	},
	'email-send-with-review.v1.expired.json': {
		file: 'review/await-decision.ts',
		from: 'state.question = null;\n\t\t\treturn null;',
		to: 'await condition(() => false, 5);\n\t\t\tstate.question = null;\n\t\t\treturn null;',
	},
	'email-send-with-review.v1.edited.json': {
		file: 'email/workflow.ts',
		from: 'input.content ?? (await proposed(task))',
		to: "input.content ?? ''",
	},
	'email-send-with-review.v1.uncertain.json': {
		file: 'email/send.ts',
		from: 'if (!lacksKey(error.cause)) return await found(find);',
		to: 'if (!lacksKey(error.cause)) return null;',
	},
	'email-send-with-review.v1.refused-in-doubt.json': {
		file: 'email/send.ts',
		from: 'if (isFirst && refusal?.attempt === 1)',
		to: 'if (refusal?.attempt === 1)',
	},
	'email-send-with-review.v1.continued.json': {
		file: 'email/task.ts',
		from: 'workflowInfo().continueAsNewSuggested',
		to: 'workflowInfo().historyLength > 10_000',
	},
	'email-send-with-review.v1.carried-on.json': {
		file: 'email/workflow.ts',
		from: 'carried ?? newEmailState(',
		to: 'newEmailState(',
	},
	'mail-reviewers.mailed.json': {
		file: 'review/tell-reviewers.ts',
		from: 'mails.map((mail)',
		to: 'mails.slice(1).map((mail)',
	},
};
