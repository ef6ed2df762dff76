import type { TrainingRun } from '../../api';
import { taskFailure, TIMED_OUT } from '../task/failure';
import type { TaskProgress } from '../task/visibility';
import type { TrainingSnapshot, WatchReport } from './activities';
import type { RetrainResult } from './contract';
import type { Followed, RetrainState, RetrainTask } from './task';

/**
 * The result of a run that reached what the task waits for. A run that is not active and that the service no longer (or
 * never) showed counts as finished: some services show no ended runs. So does one that another run replaced, because an
 * agent has one active run at most.
 * @throws a typed failure if it failed, or if an accepted run never showed
 */
export function resultOf(task: RetrainTask, followed: Followed, report: WatchReport): RetrainResult {
	const { reason, snapshot } = report;
	const { run, canChat } = snapshot;
	if (reason === 'replaced') return endedBeforeAnother(task, followed, snapshot);
	if (reason === 'not-visible' && run !== null) throw notVisible(task, snapshot);
	if (reason === 'not-visible' || reason === 'gone') return endNotSeen(task, followed, report);
	if (reason === 'ended' && run !== null && run.error !== null) throw trainingFailed(task, run, run.error);
	if (reason === 'ended' && task.input.waitUntil === 'canChat' && !canChat) throw cannotChat(task, run);
	return resultWith(task, followed, {
		run: run ?? followed.run ?? null,
		canChat,
		outcome: reason === 'can-chat' ? 'can_chat' : 'finished',
		endSeen: run !== null && !snapshot.training,
	});
}

function endNotSeen(task: RetrainTask, followed: Followed, { snapshot }: WatchReport): RetrainResult {
	const run = followed.run ?? null;
	const seen =
		run === null
			? `The run has ended: the service ${followed.adopted ? 'had an active run' : 'accepted the request'}, is not training, and shows no run.`
			: `The run has ended: run ${run.id} was active, but the service is not training now and no longer shows it.`;
	if (followed.over === undefined) assume(task, seen);
	return unseenEnd(task, followed, snapshot.canChat);
}

/** @throws run_replaced for a task that began before such a run counted as finished */
function endedBeforeAnother(task: RetrainTask, followed: Followed, now: TrainingSnapshot): RetrainResult {
	if (task.ifUncertain === undefined) throw runReplaced(task, followed, now);
	noteReplaced(task, followed, now);
	return unseenEnd(task, followed, now.canChat);
}

/** Notes that the followed run has ended, because another one has begun. */
export function noteReplaced(task: RetrainTask, { runId }: Followed, now: TrainingSnapshot): void {
	const { audit } = task.state;
	const other = now.run?.id ?? 'without id';
	if (audit.ambiguous && now.run !== null) audit.duplicates.push(now.run.id);
	assume(
		task,
		`The run has ended: an agent has one active run, and the service shows run ${other} instead of ${runId}.`,
	);
}

function assume({ state: { audit } }: RetrainTask, what: string): void {
	audit.assumed = [audit.assumed, what].filter((text) => text !== null).join(' ');
}

/** What is known of a run whose end was not seen decides: its error if it showed one, and whether the agent can chat. */
function unseenEnd(task: RetrainTask, followed: Followed, canChat: boolean): RetrainResult {
	const run = followed.run ?? null;
	if (run !== null && run.error !== null) throw trainingFailed(task, run, run.error);
	const wantsChat = task.input.waitUntil === 'canChat';
	if (wantsChat && !canChat) throw cannotChat(task, run);
	return resultWith(task, followed, { run, canChat, outcome: wantsChat ? 'can_chat' : 'finished', endSeen: false });
}

function resultWith(
	{ state, input }: RetrainTask,
	{ adopted }: Followed,
	seen: { run: TrainingRun | null } & Pick<RetrainResult, 'canChat' | 'outcome' | 'endSeen'>,
): RetrainResult {
	const waitedSeconds = Math.round((Date.now() - state.startedAt) / 1000);
	return { version: 1, agentId: input.agentId, ...seen, adopted, waitedSeconds, audit: state.audit };
}

export function trainingActive({ input }: RetrainTask, now: TrainingSnapshot): Error {
	const since = now.run === null ? '' : ` It has run since ${now.run.startedAt}. ${describeRun(now).message}`;
	return taskFailure({
		type: 'training_active',
		title: 'A training run is already active',
		status: 409,
		detail: `Agent ${input.agentId} ${now.training ? 'is' : 'was just'} in training, so nothing was started.${since} Wait for its end, or set ifActive to "adopt" or "wait".`,
		issues: [{ path: 'ifActive', message: 'is "fail", and a run is active' }],
	});
}

export function trainingFailed({ input }: RetrainTask, run: TrainingRun, error: string): Error {
	return taskFailure({
		type: 'training_failed',
		title: 'The training run failed',
		status: 502,
		detail: `Run ${run.id} of agent ${input.agentId} ended with: ${error} (${pagesOf(run)}.)`,
	});
}

/** @param run its last known state; null if the service never showed it */
export function cannotChat({ input, state }: RetrainTask, run: TrainingRun | null): Error {
	const which = run === null ? 'The run' : `Run ${run.id}`;
	const end = state.audit.assumed === null ? 'ended without an error' : 'ended, but the service did not show how';
	const pages = run === null ? '' : ` (${pagesOf(run)})`;
	return taskFailure({
		type: 'cannot_chat',
		title: 'The run has ended, but the agent cannot chat',
		status: 409,
		detail: `${which} of agent ${input.agentId} ${end}, but chat is not usable${pages}. Check the agent's sources.`,
		audit: state.audit,
	});
}

export function runReplaced(task: RetrainTask, { runId }: Followed, now: TrainingSnapshot): Error {
	const { state, input } = task;
	if (state.audit.ambiguous && now.run !== null) state.audit.duplicates.push(now.run.id);
	return taskFailure({
		type: 'run_replaced',
		title: 'Another run replaced the run of this task',
		status: 409,
		detail: `Run ${runId ?? 'of this task'} of agent ${input.agentId} must have ended, because the service now shows run ${now.run?.id ?? 'without id'} instead. Its outcome is unknown. ${audited(state)}`,
		audit: state.audit,
	});
}

export function notVisible(task: RetrainTask, now: TrainingSnapshot): Error {
	const seen = now.run === null ? 'no run shows' : `only the earlier run ${now.run.id} shows`;
	return personNeeded(task, `The service accepted the request, but after ${task.settleMs / 1000} s ${seen}.`);
}

/** The task's own timeout: not an error of the service. */
export function timedOut({ input, state }: RetrainTask): Error {
	return taskFailure({
		type: TIMED_OUT,
		title: 'The task timed out',
		status: 504,
		detail: `${input.timeoutSeconds} s have passed. ${remainingAtService(state)}`,
		audit: state.audit,
	});
}

/** What is left at the service when the task stops before its end. */
export function remainingAtService({ followed, audit, before }: RetrainState): string {
	if (followed !== null)
		return `The task stopped watching. ${followed.runId === null ? 'The run that was started' : `Run ${followed.runId}`} continues at the service.`;
	if (audit.ambiguous) {
		return `A response was lost, so a run may have started at the service and may continue there. The run before it: ${before ?? 'none'}.`;
	}
	return 'No run was started.';
}

/** @param what the task could not settle, in sentences */
export function personNeeded({ input, state }: RetrainTask, what: string): Error {
	return taskFailure({
		type: 'needs_person',
		title: 'A person has to check',
		status: 409,
		detail: `${what} ${audited(state)} Check the training status of agent ${input.agentId}, and start the task again if a run is missing.`,
		audit: state.audit,
	});
}

function audited({ audit, before }: RetrainState): string {
	const lost = audit.ambiguous ? ', and a response was lost' : '';
	const more = audit.duplicates.length > 0 ? ` Possible duplicates: ${audit.duplicates.join(', ')}.` : '';
	return `Requests sent: ${audit.postAttempts}${lost}. The run before them: ${before ?? 'none'}.${more}`;
}

function pagesOf({ pagesCompleted, pagesTotal, pagesFailed }: TrainingRun): string {
	return `${pagesCompleted} of ${pagesTotal} pages done, ${pagesFailed} failed`;
}

/** The run of a training status, as progress. The workflow and its activity both use it. */
export function describeRun({ run, training, canChat, at }: TrainingSnapshot): TaskProgress {
	if (run === null)
		return { message: training ? 'Training. The service does not show the run.' : 'No run shows.', canChat, at };
	const { id: runId, phase, pagesCompleted, pagesTotal, pagesFailed } = run;
	const failed = pagesFailed > 0 ? `, ${pagesFailed} failed` : '';
	const pages = `${pagesCompleted} of ${pagesTotal} pages${failed}`;
	const message = training ? `Training (${phase}): ${pages}.` : `The run has ended: ${pages}.`;
	return { message, runId, phase, pagesCompleted, pagesTotal, pagesFailed, canChat, at };
}
