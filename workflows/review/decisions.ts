import { ApplicationFailure } from '@temporalio/common';
import { CancellationScope, defineQuery, defineUpdate, setHandler } from '@temporalio/workflow';
import { wasCancelled } from '../task/run-task';
import type {
	EDIT,
	Decision,
	DecisionRequest,
	DecisionResponse,
	DecisionUpdate,
	Question,
	ReviewView,
} from './contract';
import type { Review } from './review';

const DECIDE = 'decide';
const reviewView = defineQuery<ReviewView>('review');
const NEW_VERSION: typeof EDIT = 'edit';

/** Accepts decisions from now on. One that does not fit the open question is refused without an effect. */
export function takeDecisions<Action extends string, Request extends DecisionRequest<Action>>(
	review: Review<Action, Request>,
): void {
	const { state, input, keyed, subject } = review;
	const decide = defineUpdate<DecisionResponse<Action>, [DecisionUpdate<Request>]>(DECIDE);
	setHandler(decide, (request) => recordDecision(review, request), {
		validator: (request) => {
			check(review, request);
		},
	});
	setHandler(reviewView, () => ({
		connection: input.connection,
		...subject.view(),
		question: state.question,
		decisions: state.decisions,
		asked: state.digests,
		reviewers: input.reviewers ?? [],
		keyVersion: keyed.keyVersion,
		...(state.cancelled === undefined ? {} : { cancelled: state.cancelled }),
	}));
}

function check<Action extends string, Request extends DecisionRequest<Action>>(
	review: Review<Action, Request>,
	request: Request,
): void {
	const { question } = review.state;
	if (repeated(review, request) !== undefined) return;
	if (question === null) throw refused('no_open_question', nothingOpen(review));
	const allowed = review.subject.actions[question.kind];
	if (!allowed.includes(request.action))
		throw refused('decision_not_possible', `This decision is not possible now. Choose one of: ${allowed.join(', ')}.`);
	if (request.hash !== question.hash)
		throw refused(
			'stale_hash',
			`The decision is on version ${request.hash}, but the current version is ${question.hash}. Read the current version, then decide on it.`,
		);
	const refusal = review.subject.refusal?.(request) ?? null;
	if (refusal !== null) throw refused('decision_not_possible', refusal);
}

async function recordDecision<Action extends string, Request extends DecisionRequest<Action>>(
	review: Review<Action, Request>,
	request: DecisionUpdate<Request>,
): Promise<DecisionResponse<Action>> {
	const { state, subject } = review;
	const known = repeated(review, request);
	if (known !== undefined) {
		const asked = known.id === request.id ? (state.digests[known.id] ?? request.asked) : request.asked;
		return { decision: known, next: askedBy(known, state.question), asked };
	}
	// The check has passed, but another decision of the same moment may have been handled first.
	const { question } = state;
	if (question === null) throw refused('no_open_question', nothingOpen(review));
	const { id, action, hash, by, via, note, asked } = request;
	const at = new Date().toISOString();
	const decision: Decision<Action> = { id, action, by, via, at, question: question.number, hash, note };
	state.question = null;
	state.decisions.push(decision);
	state.digests = { ...state.digests, [id]: asked };
	const reason = subject.take(request);
	if (reason === null) state.verdict = decision;
	else await askAboutEdit(review, decision, { reason, expiresAt: question.expiresAt });
	return { decision, next: state.question, asked };
}

/** The version that an edit made. A later one was never shown to its author, who may approve what is returned here. */
function askedBy({ action, question }: Decision, open: Question | null): Question | null {
	return action === NEW_VERSION && open?.number === question + 1 ? open : null;
}

/** @throws a refusal if the task is cancelled meanwhile: the new version is no longer reviewed */
async function askAboutEdit<Action extends string, Request extends DecisionRequest<Action>>(
	review: Review<Action, Request>,
	edit: Decision<Action>,
	next: Pick<Question, 'reason' | 'expiresAt'>,
): Promise<void> {
	const { state } = review;
	try {
		await ask(review, { kind: 'approval', ...next });
	} catch (error) {
		if (!wasCancelled(error)) throw error;
		state.decisions = state.decisions.filter((decision) => decision !== edit);
		throw refused('no_open_question', nothingOpen(review));
	}
}

/** The same decision, by its id or by its content. */
function repeated<Action extends string, Request extends DecisionRequest<Action>>(
	{ state, subject }: Review<Action, Request>,
	request: Request,
): Decision<Action> | undefined {
	const sameId = state.decisions.find((decision) => decision.id === request.id);
	if (sameId !== undefined) return sameId;
	const last = state.decisions.at(-1);
	if (last?.action !== request.action || last.hash !== request.hash) return undefined;
	return subject.isRepeat(request) ? last : undefined;
}

function nothingOpen({ state }: Pick<Review<string, DecisionRequest>, 'state'>): string {
	if (state.cancelled !== undefined) return `The task was cancelled. ${state.cancelled}`;
	if (CancellationScope.current().consideredCancelled) return 'The task was cancelled at the same moment.';
	const last = state.decisions.at(-1);
	if (last === undefined) return 'No decision is needed now.';
	if (last.action === NEW_VERSION && state.verdict === null)
		return 'An edit is being saved. Read the new version in a moment.';
	return `${last.by} already decided: ${last.action} at ${last.at}.`;
}

function refused(type: string, message: string): ApplicationFailure {
	return ApplicationFailure.nonRetryable(message, type);
}

/** Seals the current version and asks a person about it. From now on, decisions on earlier versions are refused. */
export async function ask<Action extends string, Request extends DecisionRequest<Action>>(
	{ state, subject }: Review<Action, Request>,
	question: Pick<Question, 'kind' | 'reason' | 'expiresAt'>,
): Promise<void> {
	const hash = await subject.seal();
	state.asked += 1;
	state.verdict = null;
	state.question = { ...question, number: state.asked, hash };
}
