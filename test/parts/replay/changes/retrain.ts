import type { Changes } from '../changed-workflows';

export const retrainChanges: Changes = {
	'retrain-and-wait.v1.ambiguous.json': {
		file: 'retrain/start-run.ts',
		from: 'const now = await lookAndSettle(',
		to: 'await look(task);\n\tconst now = await lookAndSettle(',
	},
	'retrain-and-wait.v1.compared.json': {
		file: 'retrain/workflow.ts',
		from: 'await discardLists(task);',
		to: '',
	},
	'retrain-and-wait.v1.scheduled.json': {
		file: 'task/schedule.ts',
		from: "if (!patched('schedule-recovery')) return;",
		to: 'return;',
	},
	'retrain-and-wait.v1.cancelled.json': {
		file: 'task/run-task.ts',
		from: "enterStage(progress, 'cancelled');",
		to: '',
	},
	'retrain-and-wait.v1.timed-out.json': {
		file: 'task/run-task.ts',
		from: "enterStage(progress, failure.type === TIMED_OUT ? TIMED_OUT : lastStage('failed', endingOfFailure(failure)));",
		to: "if (failure.type !== TIMED_OUT) enterStage(progress, 'failed');",
	},
	'retrain-and-wait.v1.continued.json': {
		file: 'retrain/task.ts',
		from: 'workflowInfo().continueAsNewSuggested',
		to: 'workflowInfo().historyLength > 10_000',
	},
	'retrain-and-wait.v1.lost-trained.json': {
		file: 'retrain/start-run.ts',
		from: 'if (trace !== null) {',
		to: 'if (trace !== null && conflicts > 0) {',
	},
	'retrain-and-wait.v1.lost-unseen.json': {
		file: 'retrain/start-run.ts',
		from: 'if (audit.before?.canChat === false) {',
		to: 'if (audit.before !== null) {',
	},
	'retrain-and-wait.v1.repeated.json': {
		file: 'retrain/start-run.ts',
		from: "if (ifUncertain !== 'repeat') throw",
		to: "if (ifUncertain !== 'ask') throw",
	},
	'retrain-and-wait.v1.run-dropped.json': {
		file: 'retrain/outcome.ts',
		from: 'if (wantsChat && !canChat)',
		to: 'if (followed.over === undefined || (wantsChat && !canChat))',
	},
	'retrain-and-wait.v1.carried-on.json': {
		file: 'retrain/workflow.ts',
		from: 'state.followed ??= await',
		to: 'state.followed = await',
	},
	'nightly-retrain.v1.all-agents.json': {
		file: 'task/find-agents.ts',
		from: 'offset = page.next;',
		to: 'offset = null;',
	},
	'nightly-retrain.v1.cancelled.json': {
		file: 'nightly-retrain/retrain-agents.ts',
		from: 'ChildWorkflowCancellationType.WAIT_CANCELLATION_COMPLETED',
		to: 'ChildWorkflowCancellationType.ABANDON',
	},
	'nightly-retrain.v1.digest.json': {
		file: 'nightly-retrain/workflow.ts',
		from: "await emit('schedule.digest', digest, 'digest');",
		to: 'void digest;',
	},
	'nightly-retrain.v1.slept-through.json': {
		file: 'task/schedule.ts',
		from: 'if (Date.now() - since <= CATCH_UP_MS) return;',
		to: 'return;',
	},
	'nightly-retrain.v1.continued.json': {
		file: 'nightly-retrain/retrain-agents.ts',
		from: ' && !workflowInfo().continueAsNewSuggested',
		to: '',
	},
	'nightly-retrain.v1.carried-on.json': {
		file: 'nightly-retrain/workflow.ts',
		from: 'carried ?? newNightlyRetrainState()',
		to: 'newNightlyRetrainState()',
	},
};
