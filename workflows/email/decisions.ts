import { ApplicationFailure } from '@temporalio/common';
import { CancellationScope, defineQuery, defineUpdate, setHandler } from '@temporalio/workflow';
import { wasCancelled } from '../task/run-task';
import type { Decision, DecisionAction } from './contract';
import type { DecisionResponse, DecisionRequest, DecisionUpdate, Question, ReviewView } from './review-contract';
import type { EmailTask } from './task';

export const decide = defineUpdate<DecisionResponse, [DecisionUpdate]>('decide');
export const reviewView = defineQuery<ReviewView>('review');

/** What can be decided about each kind of question. */
const ACTIONS: Readonly<Record<Question['kind'], readonly DecisionAction[]>> = {
	approval: ['approve', 'edit', 'reject'],
	uncertain: ['confirm_sent', 'retry_same_key', 'abandon'],
};

/** Accepts decisions from now on. One that does not fit the open question is refused without an effect. */
export function takeDecisions(task: EmailTask): void {
	const { state, input } = task;
	setHandler(decide, (request) => settle(task, request), {
		validator: (request: DecisionRequest) => check(task, request),
	});
	setHandler(reviewView, () => ({
		connection: input.connection,
		agentId: input.agentId,
		sessionId: state.sessionId,
		sender: state.sender,
		draft: state.draft,
		question: state.question,
		decisions: state.decisions,
		asked: state.digests,
		reviewers: input.reviewers ?? [],
		resumeAutoReplies: state.resumeAutoReplies,
		keyVersion: task.keyed.keyVersion,
		cancelled: state.cancelled,
	}));
}

function check(task: EmailTask, request: DecisionRequest): void {
	const { question } = task.state;
	if (repeated(task, request) !== undefined) return;
	if (question === null) throw refused('no_open_question', nothingOpen(task));
	const allowed = ACTIONS[question.kind];
	if (!allowed.includes(request.action))
		throw refused('decision_not_possible', `This decision is not possible now. Choose one of: ${allowed.join(', ')}.`);
	if (request.hash !== question.hash)
		throw refused(
			'stale_hash',
			`The decision is on version ${request.hash}, but the current version is ${question.hash}. Read the current version, then decide on it.`,
		);
}

async function settle(task: EmailTask, request: DecisionUpdate): Promise<DecisionResponse> {
	const { state } = task;
	const known = repeated(task, request);
	if (known !== undefined) {
		const asked = known.id === request.id ? (state.digests[known.id] ?? request.asked) : request.asked;
		return { decision: known, next: askedBy(known, state.question), asked };
	}
	// The check has passed, but another decision of the same moment may have been handled first.
	const { question } = state;
	if (question === null) throw refused('no_open_question', nothingOpen(task));
	const { id, action, hash, by, via, note, draft, asked } = request;
	const decision: Decision = {
		id,
		action,
		by,
		via,
		at: new Date().toISOString(),
		question: question.number,
		hash,
		note,
	};
	state.question = null;
	state.decisions.push(decision);
	state.digests = { ...state.digests, [id]: asked };
	state.resumeAutoReplies ||= request.resumeAutoReplies;
	if (action === 'edit' && draft !== undefined) {
		state.draft = draft;
		await askAboutEdit(task, decision, question);
	} else {
		state.verdict = decision;
	}
	return { decision, next: state.question, asked };
}

/** The version that an edit made. A later one was never shown to its author, who may approve what is returned here. */
function askedBy({ action, question }: Decision, open: Question | null): Question | null {
	return action === 'edit' && open?.number === question + 1 ? open : null;
}

/** @throws a refusal if the task is cancelled meanwhile: the new version is no longer reviewed */
async function askAboutEdit(task: EmailTask, edit: Decision, { expiresAt }: Question): Promise<void> {
	const { state } = task;
	try {
		await ask(task, { kind: 'approval', reason: 'The text was edited.', expiresAt });
	} catch (error) {
		if (!wasCancelled(error)) throw error;
		state.decisions = state.decisions.filter((decision) => decision !== edit);
		throw refused('no_open_question', nothingOpen(task));
	}
}

/** The same decision, by its id or by its content. */
function repeated({ state }: EmailTask, { id, action, hash, draft }: DecisionRequest): Decision | undefined {
	const sameId = state.decisions.find((decision) => decision.id === id);
	if (sameId !== undefined) return sameId;
	const last = state.decisions.at(-1);
	if (last?.action !== action || last.hash !== hash) return undefined;
	const isSame = action === 'edit' ? JSON.stringify(draft) === JSON.stringify(state.draft) : state.question === null;
	return isSame ? last : undefined;
}

function nothingOpen({ state }: EmailTask): string {
	if (state.cancelled !== undefined) return `The task was cancelled. ${state.cancelled}`;
	if (CancellationScope.current().consideredCancelled) return 'The task was cancelled at the same moment.';
	const last = state.decisions.at(-1);
	if (last === undefined) return 'No decision is needed now.';
	if (last.action === 'edit' && state.verdict === null)
		return 'An edit is being saved. Read the new version in a moment.';
	return `${last.by} already decided: ${last.action} at ${last.at}.`;
}

function refused(type: string, message: string): ApplicationFailure {
	return ApplicationFailure.nonRetryable(message, type);
}

/** Seals the current draft and asks a person about it. From now on, decisions on earlier versions are refused. */
export async function ask(task: EmailTask, question: Pick<Question, 'kind' | 'reason' | 'expiresAt'>): Promise<void> {
	const { state, input } = task;
	if (state.draft === null || state.sender === null) throw new Error('There is no draft to ask about.');
	const { mailboxId } = state.sender;
	const hash = await task.local.sealDraft({
		...state.draft,
		mailboxId,
		sessionId: input.sessionId ?? null,
		agentId: input.agentId,
	});
	state.asked += 1;
	state.verdict = null;
	state.question = { ...question, number: state.asked, hash };
}
