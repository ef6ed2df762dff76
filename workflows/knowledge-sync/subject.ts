import { awaitDecision } from '../review/await-decision';
import type { ReviewNotice } from '../review/activities';
import { ask } from '../review/decisions';
import type { Review, Subject } from '../review/review';
import { enterStage } from '../task/progress';
import { wasCancelled } from '../task/run-task';
import type { PlannedSet } from './activities';
import type { EditedText, PlanAction } from './contract';
import { countSteps } from './counts';
import { EDITED_CHARACTERS } from './plan';
import { planRead } from './plan-now';
import type { PlanRequest, PlanView } from './review-contract';
import type { KnowledgeSyncState, KnowledgeSyncTask } from './task';

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

type OwnView = Pick<PlanView, 'agentId' | 'set' | 'steps' | 'toSend' | 'toDecide' | 'stored'>;

function subjectOf(task: KnowledgeSyncTask): Subject<PlanRequest> {
	const { state, input } = task;
	const { agentId, set } = input;
	return {
		actions: { approval: ['approve', 'edit', 'reject'], uncertain: [] },
		refusal({ texts = [] }) {
			const edits = Object.entries(withTexts(state.edits, texts));
			const characters = edits.reduce((sum, [key, text]) => sum + key.length + text.length, 0);
			if (characters <= EDITED_CHARACTERS) return null;
			return `With these texts, people would have written ${characters} characters for the plan, and ${EDITED_CHARACTERS} are possible. Approve or reject it, and change the set itself.`;
		},
		async seal() {
			if (state.isEdited === true) await planEdited(task);
			if (state.plan === null) throw new Error('There is no plan to ask about.');
			return state.plan.hash;
		},
		view(): OwnView {
			const { plan } = state;
			const stored = plan === null || state.question === null ? null : { attempt: plan.attempt, run: plan.at.run };
			const { steps = countSteps([]), toSend = 0, toDecide = null } = plan ?? {};
			return { agentId, set, steps, toSend, toDecide, stored };
		},
		take({ action, keep = [], texts = [], by }) {
			state.keep = action === 'approve' ? keep : [];
			if (action !== 'edit') return null;
			state.edits = withTexts(state.edits, texts);
			state.isEdited = true;
			const reason = state.plan?.guards.join(' ') ?? '';
			return `${by} wrote ${texts.length === 1 ? 'a new text' : `${texts.length} new texts`}. ${reason}`;
		},
		isRepeat({ action, keep = [], texts = [] }) {
			if (action === 'edit') return texts.every(({ key, text }) => state.edits?.[key] === text);
			return JSON.stringify(keep) === JSON.stringify(state.keep);
		},
		waitsFor: ({ reason }, until) => `A person has to decide on the plan until ${until}. ${reason}`,
		message: (): PlanUnderReview => ({
			about: 'plan',
			subject: set,
			agentId,
			why: state.plan?.guards.join(' ') ?? '',
		}),
	};
}

function withTexts(edits: KnowledgeSyncState['edits'], texts: readonly EditedText[]): Record<string, string> {
	return { ...edits, ...Object.fromEntries(texts.map(({ key, text }) => [key, text])) };
}

/**
 * Makes the plan with the new texts, of what was read for the plan before. If it cannot be made now, the former plan is
 * asked about again: after an approval the task compares once more, and then reports why it cannot.
 */
async function planEdited(task: KnowledgeSyncTask): Promise<void> {
	const { state } = task;
	try {
		state.plan = await planRead(task);
		state.isEdited = false;
	} catch (error) {
		if (wasCancelled(error)) throw error;
	}
	enterStage(task.progress, 'deciding');
}
