import type { Changes } from '../changed-workflows';

export const addSourcesChanges: Changes = {
	'add-sources.v1.every-outcome.json': {
		file: 'add-sources/lost-answer.ts',
		from: 'await sleep(task.settleMs);',
		to: '',
	},
	'add-sources.v1.shown-late.json': {
		file: 'add-sources/lost-answer.ts',
		from: 'if (only === undefined) return false;',
		to: 'if (only === undefined || found.length > 0) return false;',
	},
	'add-sources.v1.limit.json': {
		file: 'add-sources/add-sources.ts',
		from: ' && state.stoppedBy === null',
		to: '',
	},
	'add-sources.v1.cancelled.json': {
		file: 'add-sources/add-one.ts',
		from: "stopIfAsked();\n\tenterStage(task.progress, 'adding')",
		to: "enterStage(task.progress, 'adding')",
	},
	'add-sources.v1.continued.json': {
		file: 'add-sources/add-sources-task.ts',
		from: 'if (!workflowInfo().continueAsNewSuggested)',
		to: 'if (workflowInfo().historyLength < 100_000)',
	},
	'add-sources.v1.carried-on.json': {
		file: 'add-sources/add-sources-task.ts',
		from: ': withNames(carried, this.input)',
		to: ': newAddSourcesState(this.input)',
	},
	'add-sources.v1.doubled-cancelled.json': {
		file: 'add-sources/audit.ts',
		from: 'if (!(error instanceof ContinueAsNew))',
		to: 'if (task.deadline !== null)',
	},
	'add-sources.v1.doubled-timed-out.json': {
		file: 'add-sources/audit.ts',
		from: 'CancellationScope.withTimeout(LAST_LOOK_MS, () => auditLost(task))',
		to: 'auditLost(task)',
	},
	'add-sources.v1.large-agent.json': {
		file: 'add-sources/look.ts',
		from: 'await task.continueAsNewIfSuggested();',
		to: '',
	},
	'add-sources.v1.sent-away.json': {
		file: 'add-sources/add-sources-task.ts',
		from: 'await this.continueAsNewIfSuggested();',
		to: 'return;',
	},
	// Begun before the change of their name; they are never recorded anew. Without its guard each goes another way. What
	// stands for that leaves `patched` in place, so that histories which hold its marker do not meet it.
	'add-sources.v1.before-looks-before-refused.json': {
		file: 'add-sources/add-one.ts',
		from: "patched('add-sources-looks-before-refused')",
		to: "(patched('add-sources-looks-before-refused') || true)",
	},
	'add-sources.v1.before-tells-why-it-waits.json': {
		file: 'add-sources/add-one.ts',
		from: "patched('add-sources-tells-why-it-waits')",
		to: "(patched('add-sources-tells-why-it-waits') || true)",
	},
	'add-sources.v1.before-waits-by-a-look.json': {
		file: 'add-sources/add-one.ts',
		from: "patched('add-sources-waits-by-a-look')",
		to: "(patched('add-sources-waits-by-a-look') || true)",
	},
	'add-sources.v1.before-continues-within-a-source.json': {
		file: 'add-sources/add-sources-task.ts',
		from: "patched('add-sources-continues-within-a-source')",
		to: "(patched('add-sources-continues-within-a-source') || true)",
	},
	'add-sources.v1.before-stops-settling.json': {
		file: 'add-sources/lost-answer.ts',
		from: "patched('add-sources-stops-settling')",
		to: "(patched('add-sources-stops-settling') || true)",
	},
};
