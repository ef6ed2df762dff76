import { emailResultSchema } from '../../../../../workflows/email/contract';
import { endOf, shownProgress, type TaskView } from '../../../../tasks';
import type { CurrentState } from '../../subject';

/** What the task does at each stage after a decision. */
const STAGES: ReadonlyMap<string, string> = new Map(
	Object.entries({
		reviewing: 'The new version waits for a decision. Nothing is sent before a reviewer approves it.',
		sending: 'The task hands the mail over to the service. That takes a moment.',
		following: 'The mail is on its way. The task follows it to every address.',
		uncertain: 'It is unknown whether the mail was sent. All reviewers received a link to settle that.',
		resuming: "The mail was sent. The task resumes the agent's automatic replies.",
	}),
);

/**
 * @param task with its result and error
 * @param decidedAt ISO 8601. Progress that was reported before is about the wait for the decision
 */
export function currentState(task: TaskView, decidedAt: string): CurrentState {
	const end = endOf(task);
	if (end === null) return { kind: '', message: stepOf(task, decidedAt), isFinal: false, parts: [] };
	const outcomes = emailResultSchema.safeParse(task.result).data?.outcomes ?? [];
	const isDelivered = end.succeeded && outcomes.length > 0 && outcomes.every(({ status }) => DELIVERED.test(status));
	const ended = end.reason ?? shownProgress(task)?.message ?? 'The task has ended.';
	return {
		kind: end.succeeded ? 'good' : end.outcome === 'rejected' ? '' : 'bad',
		message: isDelivered ? 'The mail was delivered to every address.' : ended,
		isFinal: true,
		parts: outcomes.map(({ address: name, status, occurredAt: at, reason }) => ({ name, status, at, reason })),
	};
}

/** The service's own word. The specification names none. */
const DELIVERED = /^delivered\b/i;

function stepOf({ stage, progress }: TaskView, decidedAt: string): string {
	const step = STAGES.get(stage ?? '') ?? 'The task takes the next step. That takes a moment.';
	const tellsMore = stage === 'sending' || stage === 'following';
	const isNews = progress !== null && Date.parse(progress.at) >= Date.parse(decidedAt);
	return tellsMore && isNews ? `${step} ${progress.message}` : step;
}
