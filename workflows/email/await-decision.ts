import { condition } from '@temporalio/workflow';
import { reportProgress } from '../task/progress';
import type { Decision, Question } from './contract';
import type { EmailTask } from './email-task';
import { tellPeople } from './tell-people';

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
		const isAnswered = () => state.question !== question;
		await condition(isAnswered, Math.max(1, nextAlarm(task, question) - Date.now()));
	}
}

async function tellIfDue(task: EmailTask, question: Question): Promise<void> {
	const { told, progress } = task.state;
	if (told.question !== question.number) {
		task.state.told = { question: question.number, reminders: 0 };
		reportProgress(progress, { message: messageOf(question) });
		await tellPeople(task, question, 0);
	} else if (Date.now() >= nextReminder(task, question)) {
		told.reminders += 1;
		await tellPeople(task, question, told.reminders);
	}
}

function nextAlarm(task: EmailTask, question: Question): number {
	return Math.min(question.expiresAt, nextReminder(task, question));
}

/** Milliseconds since 1970; reminders are counted back from the end, so that an edit does not put them off. */
function nextReminder({ input, state }: EmailTask, { expiresAt }: Question): number {
	if (input.remindAfterSeconds === undefined) return Infinity;
	const askedAt = expiresAt - input.deadlineSeconds * 1000;
	return askedAt + (state.told.reminders + 1) * input.remindAfterSeconds * 1000;
}

function messageOf({ number, kind, expiresAt }: Question): string {
	const until = new Date(expiresAt).toISOString();
	return kind === 'approval'
		? `Waiting until ${until} for a person to approve, edit or reject version ${number}.`
		: `Nobody knows whether the mail was sent. Waiting until ${until} for a person to settle it.`;
}
