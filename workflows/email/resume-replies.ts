import { ActivityFailure, ApplicationFailure } from '@temporalio/common';
import { isCancellation } from '@temporalio/workflow';
import { enterStage } from '../task/progress';
import type { EmailResult } from './contract';
import type { EmailTask } from './email-task';

/** A reply of a teammate paused the agent's own; resumes them where the input or a decision says so. */
export async function resumeReplies({ state, input, patient }: EmailTask): Promise<EmailResult['autoReplies']> {
	const asked = state.resumeAutoReplies;
	if (!asked || state.sessionId === null) return { asked, resumed: false, detail: null };
	enterStage(state.progress, 'resuming');
	try {
		await patient.resumeReplies(input.agentId, state.sessionId);
		return { asked, resumed: true, detail: null };
	} catch (error) {
		// The mail is sent all the same; the result says what the service has against it.
		if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
		const { cause } = error;
		return { asked, resumed: false, detail: cause instanceof ApplicationFailure ? cause.message : String(cause) };
	}
}
