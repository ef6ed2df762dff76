import { CancellationScope, condition } from '@temporalio/workflow';
import { reportProgress } from '../task/progress';
import { wasCancelled } from '../task/was-cancelled';
import type { Decision } from './contract';
import type { EmailTask } from './email-task';
import { tellPeople } from './tell-people';
import type { Question } from './review-contract';

/** Waits for a person, tells and reminds them. @returns null when nobody decided in time */
export async function awaitDecision(task: EmailTask): Promise<Decision | null> {
	const { state } = task;
	for (;;) {
		// An edit is being sealed.
		await condition(() => state.question !== null || state.verdict !== null);
		const { question, verdict } = state;
		if (verdict !== null || question === null) return verdict;
		if (Date.now() >= question.expiresAt) {
			state.question = null;
			return null;
		}
		await tellIfDue(task, question);
		// An edit that came meanwhile is being sealed, and would be lost with this history.
		if (state.question === question) await task.continueAsNewIfSuggested();
		if (await decidedBeforeCancel(task, question)) return state.verdict;
	}
}

/**
 * Waits until the question is answered or something is due.
 * @returns whether a cancellation came in the same moment as a decision, which counts: its reviewer was told that it was taken
 */
async function decidedBeforeCancel(task: EmailTask, question: Question): Promise<boolean> {
	const { state } = task;
	const counts = () => state.verdict !== null;
	try {
		await condition(() => state.question !== question, Math.max(1, nextAlarm(task, question) - Date.now()));
	} catch (error) {
		if (wasCancelled(error) && counts()) return true;
		throw error;
	}
	// Whoever waits for anything now is cancelled at once.
	return CancellationScope.current().consideredCancelled && counts();
}

async function tellIfDue(task: EmailTask, question: Question): Promise<void> {
	const { told, progress } = task.state;
	const due = remindersDue(task, question);
	if (told.question !== question.number) {
		// It stands for the reminders of the versions before, too.
		task.state.told = { question: question.number, reminders: due };
		reportProgress(progress, { message: messageOf(question) });
		await tellPeople(task, question, 0);
	} else if (due > told.reminders) {
		// One mail stands for all reminders that are past.
		told.reminders = due;
		await tellPeople(task, question, told.reminders);
	}
}

function nextAlarm(task: EmailTask, question: Question): number {
	return Math.min(question.expiresAt, nextReminder(task, question));
}

/** Milliseconds since 1970 */
function nextReminder(task: EmailTask, question: Question): number {
	const { remindAfterSeconds } = task.input;
	if (remindAfterSeconds === undefined) return Infinity;
	return askedAt(task, question) + (task.state.told.reminders + 1) * remindAfterSeconds * 1000;
}

/** How many reminders would have been sent by now. */
function remindersDue(task: EmailTask, question: Question): number {
	const { remindAfterSeconds } = task.input;
	if (remindAfterSeconds === undefined) return 0;
	return Math.floor((Date.now() - askedAt(task, question)) / (remindAfterSeconds * 1000));
}

/** Counted back from the end, so that an edit puts no reminder off. */
function askedAt({ input }: EmailTask, { expiresAt }: Question): number {
	return expiresAt - input.deadlineSeconds * 1000;
}

function messageOf({ number, kind, expiresAt }: Question): string {
	const until = new Date(expiresAt).toISOString();
	return kind === 'approval'
		? `Waiting until ${until} for a person to approve, edit or reject version ${number}.`
		: `Nobody knows whether the mail was sent. Waiting until ${until} for a person to settle it.`;
}
