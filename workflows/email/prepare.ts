import { ask } from './ask';
import type { EmailTask } from './email-task';
import { mailboxBound } from './failures';

/** Finds the mailbox, gets a text where none was given, and asks a person about it. */
export async function prepareDraft(task: EmailTask): Promise<void> {
	const { state, input } = task;
	state.sender ??= await task.patient.readSender(input.agentId, await mailboxOf(task));
	const content = input.content ?? (await proposed(task));
	state.draft = { to: input.to, cc: input.cc ?? [], subject: input.subject, content };
	const reason = input.content === undefined ? 'The agent proposed a text.' : 'A mail is to be sent.';
	await ask(task, { kind: 'approval', reason, expiresAt: Date.now() + input.deadlineSeconds * 1000 });
}

/** A conversation that is bound to a mailbox keeps it (specification, part 4). */
async function mailboxOf({ input, patient }: EmailTask): Promise<string | null> {
	const asked = input.mailboxId ?? null;
	if (input.sessionId === undefined) return asked;
	const { mailboxId: bound } = await patient.readThread(input.agentId, input.sessionId);
	if (bound !== null && asked !== null && bound !== asked) throw mailboxBound(bound, asked);
	return bound ?? asked;
}

async function proposed({ input, patient, keyed }: EmailTask): Promise<string> {
	return patient.proposeDraft({ ...keyed, agentId: input.agentId, prompt: input.prompt ?? input.subject });
}
