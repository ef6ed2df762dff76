import { endOf, shownProgress, type TaskView } from '../../../../tasks';
import type { CurrentState } from '../../subject';

/** What the task does at each stage after a decision. */
const STAGES: ReadonlyMap<string, string> = new Map(
	Object.entries({
		deciding: 'The plan changed meanwhile. The new one waits for a decision, and all reviewers received a link to it.',
		reading: 'The task looks once more at what the agent has.',
		planning: 'The task looks once more at what the agent has.',
		applying: 'The task brings the items into step.',
		waiting: 'The task waits for the end of a training run.',
		settling: 'A response was lost. The task looks for its effect.',
		indexing: 'The service reads what was added.',
	}),
);

/**
 * @param task with its result and error
 * @param decidedAt ISO 8601. Progress that was reported before is about the wait for the decision
 */
export function currentState(task: TaskView, decidedAt: string): CurrentState {
	const end = endOf(task);
	if (end === null) return { kind: '', message: stepOf(task, decidedAt), isFinal: false, parts: [] };
	return {
		kind: end.succeeded ? 'good' : end.outcome === 'rejected' ? '' : 'bad',
		message:
			end.outcome === 'rejected'
				? 'Nothing was sent.'
				: (end.reason ?? shownProgress(task)?.message ?? 'The task has ended.'),
		isFinal: true,
		parts: [],
	};
}

function stepOf({ stage, progress }: TaskView, decidedAt: string): string {
	const step = STAGES.get(stage ?? '') ?? 'The task takes the next step. That takes a moment.';
	const isNews = stage === 'applying' && progress !== null && Date.parse(progress.at) >= Date.parse(decidedAt);
	return isNews ? `${step} ${progress.message}` : step;
}
