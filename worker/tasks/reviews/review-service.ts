import type { DecisionAnswer, DecisionRequest, ReviewView } from '../../../workflows/email/review-contract';

/** Questions of tasks to people, and their answers. */
export interface ReviewService {
	/** @throws TaskNotFoundError, NoReviewError when the task asks nobody */
	read(taskId: string): Promise<ReviewView>;
	/**
	 * The same decision again has the same answer, also after the task's end.
	 * @throws TaskNotFoundError, NoReviewError, DecisionRefusedError with the reason,
	 * Problem `idempotency_key_reused` when the key stands for another decision
	 */
	decide(taskId: string, request: DecisionRequest): Promise<Omit<DecisionAnswer, 'asked'>>;
}
