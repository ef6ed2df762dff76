import type { ProgressState } from '../task/progress';
import type { ReviewNotice } from './activities';
import type { Decision, DecisionRequest, Question, QuestionKind } from './contract';

/** What a review must not lose when its task continues as new. It is a part of the task's own state. */
export interface ReviewState<Action extends string = string> {
	/** Questions asked so far. */
	asked: number;
	question: Question | null;
	/** Number of the last question that reviewers were notified of, and of its last reminder that was sent or had passed. */
	told: { question: number; reminders: number };
	/** The last decision that ended a question; null while one is open. */
	verdict: Decision<Action> | null;
	decisions: Array<Decision<Action>>;
	/** Digests of the requests that were decided, by their ids. */
	digests: Record<string, string>;
	/** What is left after a cancellation. */
	cancelled?: string;
	progress: ProgressState;
}

/** What a person decides on. */
export interface Subject<Request extends DecisionRequest> {
	/** What can be decided about each kind of question. */
	readonly actions: Readonly<Record<QuestionKind, ReadonlyArray<Request['action']>>>;
	/** The hash of everything that a decision on the current version is about. */
	seal(): Promise<string>;
	/** What is shown of it, in addition to the fields of every view. */
	view(): object;
	/** Why a decision cannot be taken, as sentences for a person; null: nothing speaks against it. Default: null */
	refusal?(request: Request): string | null;
	/**
	 * Takes what a decision says beside its action.
	 * @returns why the version that it made is asked about, for a person; null if it made none
	 */
	take(request: Request): string | null;
	/** Whether the last decision said the same. Its action and its hash are equal. */
	isRepeat(request: Request): boolean;
	/** What the task waits for, for its progress. @param until ISO 8601 UTC */
	waitsFor(question: Question, until: string): string;
	/** What the messages about it say. */
	message(): Pick<ReviewNotice, 'about' | 'subject'>;
}

/** The review of a task: its state, whom it asks, and what it asks about. */
export interface Review<Action extends string, Request extends DecisionRequest<Action>> {
	readonly state: ReviewState<Action>;
	readonly input: {
		connection: string;
		/** Addresses. */
		reviewers?: string[] | undefined;
		remindAfterSeconds?: number | undefined;
		/** How long a question waits, in seconds. */
		deadlineSeconds: number;
	};
	readonly keyed: Pick<ReviewNotice, 'taskId' | 'keyVersion'>;
	readonly subject: Subject<Request>;
	/** Continues as new if the server suggests it. */
	continueAsNewIfSuggested(): Promise<void>;
}
