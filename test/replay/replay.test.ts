import { readdirSync } from 'node:fs';
import { DeterminismViolationError } from '@temporalio/workflow';
import { Worker } from '@temporalio/worker';
import pino from 'pino';
import { installRuntime } from '../../worker/temporal';
import { bundleWorkflows } from '../../worker/temporal/workflow-bundle';
import { bundleChanged, type Change } from './changed-workflows';
import { HISTORIES, storedHistory } from './record-history';

type Bundle = Awaited<ReturnType<typeof bundleWorkflows>>;

installRuntime({ log: pino({ level: 'silent' }) });

const files = readdirSync(HISTORIES).filter((file) => file.endsWith('.json'));
const HAPPY = 'retrain-and-wait.v1.hour.json';

/** For each other history a change that goes unseen on every path but its own. */
const CHANGES: Record<string, Change> = {
	'retrain-and-wait.v1.ambiguous.json': {
		file: 'retrain/look-after.ts',
		from: 'await sleep(task.settleMs);',
		to: '',
	},
	'retrain-and-wait.v1.cancelled.json': {
		file: 'task/run-task.ts',
		from: "enterStage(progress, 'cancelled');",
		to: '',
	},
	'retrain-and-wait.v1.timed-out.json': {
		file: 'task/run-task.ts',
		from: "enterStage(progress, failure.type === TIMED_OUT ? TIMED_OUT : 'failed');",
		to: "if (failure.type !== TIMED_OUT) enterStage(progress, 'failed');",
	},
	'retrain-and-wait.v1.continued.json': {
		file: 'retrain/retrain-task.ts',
		from: 'workflowInfo().continueAsNewSuggested',
		to: 'workflowInfo().historyLength > 10_000',
	},
	'retrain-and-wait.v1.carried-on.json': {
		file: 'retrain/retrain-and-wait.ts',
		from: 'state.followed ??= await',
		to: 'state.followed = await',
	},
	'lead-sync.v1.steered.json': {
		file: 'lead-sync/lead-sync-task.ts',
		from: "enterStage(state.progress, 'retrying');",
		to: '',
	},
	'lead-sync.v1.held.json': {
		file: 'lead-sync/lead-sync-task.ts',
		from: 'if (page === null) return;',
		to: 'if (page === null) return void (await condition(() => false, 5));',
	},
	'lead-sync.v1.continued.json': {
		file: 'lead-sync/lead-sync-task.ts',
		from: 'workflowInfo().continueAsNewSuggested',
		to: 'workflowInfo().historyLength > 10_000',
	},
	'lead-sync.v1.carried-on.json': {
		file: 'lead-sync/lead-sync.ts',
		from: 'carried ?? newSyncState()',
		to: 'newSyncState()',
	},
	'lead-export.v1.all-agents.json': {
		file: 'export/lead-export.ts',
		from: 'state.gone.push(reading.agentId);',
		to: 'throw error;',
	},
	'lead-export.v1.stepped-back.json': {
		file: 'export/place.ts',
		from: 'if (place.offset === 0 || hasKnown(place, read.first)) {',
		to: 'if (place.offset >= 0) {',
	},
	'lead-export.v1.refused.json': {
		file: 'export/lead-export.ts',
		from: 'if (!(error instanceof ContinueAsNew)) {',
		to: 'if (error instanceof ContinueAsNew) {',
	},
	'lead-export.v1.cancelled.json': {
		file: 'export/lead-export.ts',
		from: 'await CancellationScope.nonCancellable(() => task.files.discardChunks());',
		to: '',
	},
	'lead-export.v1.continued.json': {
		file: 'export/read-agent.ts',
		from: 'if (!workflowInfo().continueAsNewSuggested)',
		to: 'if (workflowInfo().historyLength < 10_000)',
	},
	'lead-export.v1.carried-on.json': {
		file: 'export/lead-export.ts',
		from: 'state.reading ??= newReading(agentId)',
		to: 'state.reading = newReading(agentId)',
	},
	'nightly-retrain.v1.all-agents.json': {
		file: 'nightly-retrain/find-agents.ts',
		from: 'offset = next;',
		to: 'offset = null;',
	},
	'nightly-retrain.v1.cancelled.json': {
		file: 'nightly-retrain/run-window.ts',
		from: "if (isCancelled()) throw new CancelledFailure('The task was asked to stop.');",
		to: '',
	},
	'nightly-retrain.v1.digest.json': {
		file: 'nightly-retrain/nightly-retrain.ts',
		from: 'if (hasBadNews(result))',
		to: 'if (!hasBadNews(result) && result.rows.length > 10_000)',
	},
	'nightly-retrain.v1.continued.json': {
		file: 'nightly-retrain/run-window.ts',
		from: ' && !workflowInfo().continueAsNewSuggested',
		to: '',
	},
	'nightly-retrain.v1.carried-on.json': {
		file: 'nightly-retrain/nightly-retrain.ts',
		from: 'carried ?? newNightlyRetrainState()',
		to: 'newNightlyRetrainState()',
	},
	'add-sources.v1.every-outcome.json': {
		file: 'add-sources/add-one.ts',
		from: 'await sleep(task.settleMs);',
		to: '',
	},
	'add-sources.v1.shown-late.json': {
		file: 'add-sources/add-one.ts',
		from: 'if (only === undefined) return false;',
		to: 'if (only === undefined || found.length > 0) return false;',
	},
	'add-sources.v1.limit.json': {
		file: 'add-sources/add-sources.ts',
		from: ' && state.stoppedBy === null',
		to: '',
	},
	'add-sources.v1.cancelled.json': {
		file: 'add-sources/add-sources-task.ts',
		from: 'if (CancellationScope.current().consideredCancelled)',
		to: 'if (workflowInfo().historyLength > 100_000)',
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
	'email-send-with-review.v1.fourteen-days.json': {
		file: 'email/await-decision.ts',
		from: 'told.reminders += 1;',
		to: 'told.reminders += 2;',
	},
	'email-send-with-review.v1.expired.json': {
		file: 'email/await-decision.ts',
		from: 'state.question = null;\n\t\t\treturn null;',
		to: 'await condition(() => false, 5);\n\t\t\tstate.question = null;\n\t\t\treturn null;',
	},
	'email-send-with-review.v1.edited.json': {
		file: 'email/prepare.ts',
		from: 'input.content ?? (await proposed(task))',
		to: "input.content ?? ''",
	},
	'email-send-with-review.v1.uncertain.json': {
		file: 'email/send.ts',
		from: 'if (!isKeyRefused(error.cause)) return await found(find);',
		to: 'if (!isKeyRefused(error.cause)) return null;',
	},
	'email-send-with-review.v1.refused-in-doubt.json': {
		file: 'email/send.ts',
		from: 'if (isFirst && refusal?.attempt === 1)',
		to: 'if (refusal?.attempt === 1)',
	},
	'email-send-with-review.v1.continued.json': {
		file: 'email/email-task.ts',
		from: 'workflowInfo().continueAsNewSuggested',
		to: 'workflowInfo().historyLength > 10_000',
	},
	'email-send-with-review.v1.carried-on.json': {
		file: 'email/email-send-with-review.ts',
		from: 'carried ?? newEmailState(',
		to: 'newEmailState(',
	},
	'mail-reviewers.mailed.json': {
		file: 'email/mail-reviewers.ts',
		from: 'mails.map((mail)',
		to: 'mails.slice(1).map((mail)',
	},
	'subscription.continued.json': {
		file: 'subscriptions/subscription.ts',
		from: 'workflowInfo().continueAsNewSuggested && allHandlersFinished()',
		to: 'workflowInfo().historyLength > 10_000 && allHandlersFinished()',
	},
	'subscription.changed.json': {
		file: 'subscriptions/subscription.ts',
		from: 'upsertMemo({ subscription: state });',
		to: '',
	},
	'person-data.continued.json': {
		file: 'persons/person-data.ts',
		from: "if (mode === 'erase' && carried === undefined)",
		to: "if (mode === 'find')",
	},
	'person-data.carried-on.json': {
		file: 'persons/person-data.ts',
		from: 'carried ?? { connections',
		to: '{ connections',
	},
	'lead-sync.v1.forgotten.json': {
		file: 'lead-sync/forget-leads.ts',
		from: 'beginAnew();',
		to: '',
	},
	'publish-event.told.json': {
		file: 'events/publish-event.ts',
		from: 'await beginDelivery(subscriptionId, event);',
		to: 'void subscriptionId;',
	},
	'resend-events.told.json': {
		file: 'events/resend-events.ts',
		from: 'await beginDelivery(subscriptionId, event, again);',
		to: 'void subscriptionId;',
	},
	'deliver-event.delivered.json': {
		file: 'events/deliver-event.ts',
		from: 'upsertMemo({ result });',
		to: '',
	},
	'wait-for-tasks.ended.json': {
		file: 'waits/wait-for-tasks.ts',
		from: "return 'completed';",
		to: "await awaitTaskEnds(taskIds);\n\t\treturn 'completed';",
	},
	'wait-for-tasks.deadline.json': {
		file: 'waits/wait-for-tasks.ts',
		from: "return 'timed_out';",
		to: "return await awaitTaskEnds(taskIds).then(() => 'timed_out');",
	},
	'deliver-callback.delivered.json': {
		file: 'waits/deliver-callback.ts',
		from: 'return deliver(delivery);',
		to: 'await deliver(delivery);\n\treturn deliver(delivery);',
	},
	'look-up.readable.json': {
		file: 'look-up/look-up.ts',
		from: 'return answerLookUp(question);',
		to: 'await answerLookUp(question);\n\treturn answerLookUp(question);',
	},
};

async function replay(workflowBundle: Bundle, file: string): Promise<void> {
	const history = await storedHistory(file);
	// Ids of what it started are made of its own.
	const { workflowId } = history.events?.[0]?.workflowExecutionStartedEventAttributes ?? {};
	await Worker.runReplayHistory({ workflowBundle }, history, workflowId ?? undefined);
}

describe("today's workflows", () => {
	let today: Bundle;
	beforeAll(async () => {
		today = await bundleWorkflows();
	});

	it.each(files)('go on with %s as it was begun', async (file) => {
		await expect(replay(today, file)).resolves.toBeUndefined();
	});
});

describe('workflows that were changed', () => {
	let changed: Bundle;
	beforeAll(async () => {
		changed = await bundleChanged(Object.values(CHANGES));
	});

	it.each(Object.keys(CHANGES))('do not go on with %s', async (file) => {
		await expect(replay(changed, file)).rejects.toThrow(DeterminismViolationError);
	});

	it('go on with a history that meets none of the changes', async () => {
		await expect(replay(changed, HAPPY)).resolves.toBeUndefined();
	});

	it('are tried on every history', () => {
		expect([...Object.keys(CHANGES), HAPPY].sort()).toEqual([...files].sort());
	});
});
