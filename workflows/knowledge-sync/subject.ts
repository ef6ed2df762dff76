import { awaitDecision } from '../review/await-decision';
import type { ReviewNotice } from '../review/activities';
import { ask } from '../review/decisions';
import type { Review, Subject } from '../review/review';
import { enterStage } from '../task/progress';
import type { PlannedSet } from './activities';
import type { PlanAction } from './contract';
import { countSteps } from './counts';
import type { PlanRequest, PlanView } from './review-contract';
import type { KnowledgeSyncTask } from './task';

/** The review of a plan. */
export function reviewOf(task: KnowledgeSyncTask): Review<PlanAction, PlanRequest> {
	const { state, input, keyed } = task;
	return {
		state,
		input,
		keyed,
		subject: subjectOf(task),
		continueAsNewIfSuggested: () => task.continueAsNewIfSuggested(),
	};
}

/** Waits until a person has approved or rejected the plan, or the time to decide has passed. */
export async function askPerson(task: KnowledgeSyncTask, plan: PlannedSet): Promise<void> {
	const { state, input } = task;
	const review = reviewOf(task);
	enterStage(task.progress, 'deciding');
	// A continued history goes on with the question that is open.
	if (state.question === null && state.verdict === null) {
		const expiresAt = Date.now() + input.deadlineSeconds * 1000;
		await ask(review, { kind: 'approval', reason: plan.guards.join(' '), expiresAt });
	}
	const verdict = await awaitDecision(review);
	state.verdict = null;
	if (verdict?.action === 'approve') state.decision = { planHash: verdict.hash, keep: state.keep };
	else state.unapplied = verdict === null ? 'expired' : 'rejected';
}

/** What the words of a mail to reviewers need. */
export interface PlanUnderReview extends Pick<ReviewNotice, 'about' | 'subject'> {
	agentId: string;
	/** Why a person decides, in sentences. */
	why: string;
}

type OwnView = Pick<PlanView, 'agentId' | 'set' | 'steps' | 'toSend' | 'stored'>;

function subjectOf({ state, input }: KnowledgeSyncTask): Subject<PlanRequest> {
	const { agentId, set } = input;
	return {
		actions: { approval: ['approve', 'reject'], uncertain: [] },
		seal: () =>
			state.plan === null
				? Promise.reject(new Error('There is no plan to ask about.'))
				: Promise.resolve(state.plan.hash),
		view(): OwnView {
			const { plan } = state;
			const stored = plan === null || state.question === null ? null : { attempt: plan.attempt, run: plan.at.run };
			return { agentId, set, steps: plan?.steps ?? countSteps([]), toSend: plan?.toSend ?? 0, stored };
		},
		take({ action, keep = [] }) {
			state.keep = action === 'approve' ? keep : [];
			return null;
		},
		isRepeat: ({ keep = [] }) => JSON.stringify(keep) === JSON.stringify(state.keep),
		waitsFor: ({ reason }, until) => `A person has to decide on the plan until ${until}. ${reason}`,
		message: (): PlanUnderReview => ({
			about: 'plan',
			subject: set,
			agentId,
			why: state.plan?.guards.join(' ') ?? '',
		}),
	};
}
