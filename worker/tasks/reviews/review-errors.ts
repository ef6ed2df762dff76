import { Problem } from '../../problems/problem';

export class NoReviewError extends Problem {
	constructor(taskId: string, type: string) {
		super({
			type: 'no_review',
			title: 'This task asks nobody',
			status: 409,
			detail: `${taskId} is a ${type}, which takes no decisions.`,
		});
	}
}

/** The decision does not fit what the task asks now. */
export class DecisionRefusedError extends Problem {
	/** @param type `stale_hash`, `no_open_question` or `decision_not_possible` */
	constructor(type: string, detail: string) {
		super({ type, title: 'The decision was not taken', status: 409, detail });
	}
}

export function nobodyAnswers(): Problem {
	return new Problem({
		type: 'no_worker',
		title: 'No worker answers for the task',
		status: 503,
		detail:
			'The task is safe, but no worker answered for it in time. Try again in a moment, with the same Idempotency-Key.',
		retryAfterSeconds: 10,
	});
}
