import { cancellationSignal } from '@temporalio/activity';
import { z } from 'zod';
import { agentIdSchema, type ApiClient, ApiError } from '../../../api';
import type {
	LookUpActivities,
	LookUpResult,
	LookUpQuestion,
	TranscriptMessage,
} from '../../../workflows/look-up/activities';
import { shortText } from '../../../workflows/task/failure';
import { checked } from '../task/arguments';

/** A person waits for the response. This stays below the activity's start-to-close timeout of 15 s. */
const TIMEOUT_MS = 10_000;
const PAGE_SIZE = 100;

const questionSchema: z.ZodType<LookUpQuestion> = z.discriminatedUnion('read', [
	z.object({ read: z.literal('training-status'), agentId: agentIdSchema }),
	z.object({ read: z.literal('leads'), agentId: agentIdSchema }),
	z.object({ read: z.literal('mailboxes'), agentId: agentIdSchema }),
	z.object({ read: z.literal('email-conversation'), agentId: agentIdSchema, sessionId: z.string().min(1) }),
	z.object({ read: z.literal('transcript'), conversationId: z.string().min(1) }),
	z.object({ read: z.literal('agents'), offset: z.int().min(0) }),
]);

/** The gateway's reads, over one connection. */
export function lookUpActivities(api: ApiClient): LookUpActivities {
	return {
		answerLookUp: (question) => answerLookUp(api, checked(questionSchema, question), cancellationSignal()),
	};
}

/** Makes one read. A refusal of the service is returned, so that the gateway can explain it to the caller. */
export async function answerLookUp(
	api: ApiClient,
	question: LookUpQuestion,
	signal: AbortSignal,
): Promise<LookUpResult> {
	try {
		return await read(api, question, { signal, timeoutMs: TIMEOUT_MS });
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		const { status, title, detail, retryAfterMs } = error;
		return { outcome: 'refused', refusal: { status, title, detail, retryAfterMs } };
	}
}

async function read(
	api: ApiClient,
	question: LookUpQuestion,
	options: { signal: AbortSignal; timeoutMs: number },
): Promise<LookUpResult> {
	if (question.read === 'training-status') {
		await api.call('getTrainingStatus', { params: { id: question.agentId }, ...options });
		return { outcome: 'readable' };
	}
	if (question.read === 'leads') {
		await api.call('listLeads', { params: { id: question.agentId }, query: { limit: 1 }, ...options });
		return { outcome: 'readable' };
	}
	if (question.read === 'mailboxes') {
		const { mailboxes } = await api.call('listMailboxes', { params: { id: question.agentId }, ...options });
		return {
			outcome: 'mailboxes',
			mailboxes: mailboxes.map(({ id, address, isDefault }) => ({ id, address, isDefault })),
		};
	}
	if (question.read === 'email-conversation') {
		const { agentId: id, sessionId } = question;
		await api.call('getEmailConversation', { params: { id, sessionId }, ...options });
		return { outcome: 'readable' };
	}
	if (question.read === 'transcript') {
		const conversation = await api.call('getConversation', { params: { id: question.conversationId }, ...options });
		return { outcome: 'transcript', messages: readTranscript(conversation) };
	}
	const { offset } = question;
	const { items, total } = await api.call('listAgents', { query: { limit: PAGE_SIZE, offset }, ...options });
	return {
		outcome: 'page',
		agents: items.map(({ id, name }) => ({ id, name: typeof name === 'string' ? name : id })),
		more: items.length > 0 && offset + items.length < total,
	};
}

/** As much as a reviewer needs. More would make the page and the history long. */
const MESSAGES = 20;
const TEXT_LENGTH = 2_000;

/** The specification (part 2) does not list the fields of a transcript, so all of them are optional. */
const transcriptSchema = z.looseObject({
	messages: z
		.array(
			z.looseObject({
				role: z.string().optional(),
				content: z.string().optional(),
				createdAt: z.string().optional(),
			}),
		)
		.catch([]),
});

/** The last messages of a conversation, oldest first. */
export function readTranscript(conversation: unknown): TranscriptMessage[] {
	const { messages } = transcriptSchema.catch({ messages: [] }).parse(conversation);
	return messages.slice(-MESSAGES).map(({ role, content, createdAt }) => ({
		from: role ?? '',
		text: shortText(content ?? '', TEXT_LENGTH),
		at: createdAt ?? null,
	}));
}
