import type { Question } from './review-contract';
import type { EmailTask } from './email-task';

/** Seals the present draft and asks a person about it. Decisions on any version before are refused from now on. */
export async function ask(task: EmailTask, question: Pick<Question, 'kind' | 'reason' | 'expiresAt'>): Promise<void> {
	const { state, input } = task;
	if (state.draft === null || state.sender === null) throw new Error('There is no draft to ask about.');
	const { mailboxId } = state.sender;
	const hash = await task.inside.sealDraft({
		...state.draft,
		mailboxId,
		sessionId: input.sessionId ?? null,
		agentId: input.agentId,
	});
	state.asked += 1;
	state.verdict = null;
	state.question = { ...question, number: state.asked, hash };
}
